import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

describe.skipIf(!hasBrowser)("runs", () => {
  const sample = samplePage("runs");

  test("show states and times of the nodes, and why one failed", async () => {
    await sample.open("runs", "Runs");
    await sample.page.getByRole("link", { name: /sample-import failed/ }).click();
    // Open by itself, with its log.
    const card = sample.page.getByRole("article", { name: "Node parse" });
    await card.getByText("exit code 3").waitFor();
    await sample.page.getByRole("log").getByText("unexpected end of row").waitFor();
    expect(await sample.node(/^load/).getAttribute("class")).toContain("is-faded");
    await sample.page.getByRole("img", { name: /^Of \d nodes: .*1 failed/ }).waitFor();
    const timeline = sample.page.getByRole("group", { name: "Timeline" });
    await timeline.getByRole("button", { name: /^parse .*critical path/ }).waitFor();
    await timeline.getByRole("button").first().click();
    await card.waitFor({ state: "detached" });
  });

  test("are followed while they go, paused, resumed and cancelled", async () => {
    await sample.open("runs", "Runs");
    await sample.page.getByRole("link", { name: /sample-nightly running/ }).click();
    await sample.node("Crunch numbers").click();
    const log = sample.page.getByRole("log");
    await log.getByText("region 1:").waitFor();
    const before = await log.locator("div").count();
    await expect.poll(() => log.locator("div").count()).toBeGreaterThan(before);
    await sample.page.getByRole("button", { name: "Pause" }).click();
    await sample.page.getByRole("button", { name: "Resume" }).click();
    await sample.page.getByRole("button", { name: "Cancel" }).click();
    await sample.confirm("Cancel the run");
    await sample.page.getByRole("heading", { name: "sample-nightly cancelled" }).waitFor();
    await log
      .getByText(/exited|killed|signal/i)
      .first()
      .waitFor();
  });

  test("start from a graph, and write to the blackboard", async () => {
    await sample.open("runs/graph/sample-release", "Runs");
    await sample.page.getByRole("button", { name: "Run it" }).click();
    await sample.page.getByRole("heading", { name: "sample-release succeeded" }).waitFor();
    await sample.page.getByText("Events (").click();
    await sample.page.getByRole("cell", { name: "announce" }).first().waitFor();
    const before = sample.page.url();
    await sample.page.getByRole("button", { name: "Run again" }).click();
    await expect.poll(() => sample.page.url()).not.toBe(before);
    await sample.page.getByRole("heading", { name: "sample-release succeeded" }).waitFor();
    await sample.page.getByRole("link", { name: /^Blackboard/ }).click();
    await sample.page.getByRole("link", { name: "sample-release", exact: true }).click();
    await sample.page
      .getByRole("row", { name: /sample-release:state/ })
      .getByText("1.8.0 is ready")
      .waitFor();
  });

  test("two thousand nodes are drawn and can be walked", async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `n${index}`);
    await sample.console.call("orchestrator-resources", "graph_create", {
      graph_id: "large",
      name: "Large",
      nodes: ids.map((id) => ({ id })),
      edges: ids.slice(1).map((to, index) => ({ from: ids[Math.floor(index / 3)], to })),
    });
    await sample.open("runs/graph/large", "Runs");
    await sample.page.getByText("2000 nodes, 1999 links").waitFor();
    await sample
      .node(/^n0noop/)
      .first()
      .focus();
    await sample.page.keyboard.press("ArrowRight");
    await expect
      .poll(() => sample.page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^n[123]noop/);
  });
});
