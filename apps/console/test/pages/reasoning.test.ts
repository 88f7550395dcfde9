import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

describe.skipIf(!hasBrowser)("reasoning", () => {
  const sample = samplePage("reasoning");

  test("draws a graph of thoughts with scores as colour, and the pruned faded", async () => {
    await sample.open("reasoning", "Reasoning");
    await sample.page.getByRole("link", { name: /slow on Saturdays/ }).click();
    const best = sample.node("Cache whole pages");
    expect(
      Number(await best.evaluate((one) => one.style.getPropertyValue("--score"))),
    ).toBeGreaterThan(0.7);
    expect(await sample.node("larger database").getAttribute("class")).toContain("is-faded");
    await best.click();
    await sample.page
      .getByRole("article", { name: "The chosen thought" })
      .getByText("not signed in")
      .waitFor();
  });

  test("shows a decision with its sensitivity, and Bayes as a plot", async () => {
    await sample.open("reasoning", "Reasoning");
    await sample.page.getByRole("link", { name: /Which database/ }).click();
    await sample.page.getByRole("cell", { name: "1.00" }).first().waitFor();
    await sample.page
      .getByText(/the winner changes (above|below)/)
      .first()
      .waitFor();
    await sample.page.getByRole("link", { name: /new cache/ }).click();
    await sample.page.getByRole("img", { name: /Probability of/ }).waitFor();
    expect(await sample.page.locator(".chart-point").count()).toBe(4);
  });

  test("puts checkpoints on a line of time, and goes back to one", async () => {
    await sample.open("reasoning", "Reasoning");
    await sample.page.getByRole("link", { name: /All three move/ }).click();
    const first = sample.page.locator(".timeline li").filter({ hasText: "Three ways" });
    await first.getByRole("button", { name: "Go back to this" }).click();
    await sample.confirm("Go back");
    await expect.poll(() => sample.page.locator(".graph-node.is-faded").count()).toBeGreaterThan(0);
  });
});
