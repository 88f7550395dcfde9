import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

const SESSIONS = "memory/Sample%3A%20session%20storage";

describe.skipIf(!hasBrowser)("memory", () => {
  const sample = samplePage("memory");

  test("draws a lineage whose nodes show their decision", async () => {
    await sample.open(SESSIONS, "Memory");
    await sample.node("Redis").click();
    const card = sample.page.getByRole("article", { name: "Sample: Store sessions in Redis" });
    await card.getByText("survive a restart").waitFor();
    await sample.page.keyboard.press("ArrowRight");
    await sample.page.keyboard.press("Enter");
    await sample.page.getByRole("article", { name: "signed cookies" }).waitFor();
    expect(await sample.node("PostgreSQL").getAttribute("class")).toContain("tone-good");
  });

  test("searches in every mode and explains the scores", async () => {
    await sample.open("memory", "Memory");
    await sample.page.getByLabel("Search in any words").fill("do we still use Redis?");
    const found = sample.page.getByRole("region", { name: "Search" });
    await found.getByText("Sample: Keep sessions in PostgreSQL", { exact: true }).waitFor();
    await found
      .getByText(/= match [\d.]+ \+ 1 in force/)
      .first()
      .waitFor();
    await sample.page.getByLabel("Mode").selectOption("audit");
    await found
      .getByText(/× 0\.2 superseded/)
      .first()
      .waitFor();
    await sample.page.getByLabel("Mode").selectOption("strict");
    await expect.poll(() => found.getByText("superseded").count()).toBe(0);
  });

  test("shows the evidence of a proposal, keeps its review window, and rejects it", async () => {
    await sample.open("memory", "Memory");
    const proposal = sample.page.getByRole("article", { name: /Change the approach/ });
    expect(await proposal.getByText("Migration timed out").count()).toBeGreaterThanOrEqual(3);
    await proposal.getByRole("button", { name: "Accept" }).click();
    await sample.confirm("Accept");
    await sample.page.getByRole("alert").getByText("one-hour review window").waitFor();
    await proposal.getByRole("button", { name: "Reject" }).click();
    await sample.confirm("Not now");
    await proposal.getByRole("button", { name: "Reject" }).click();
    await sample.confirm("Reject");
    await proposal.waitFor({ state: "detached" });
  });
});
