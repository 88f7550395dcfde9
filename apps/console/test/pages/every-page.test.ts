import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser, seriousFindings } from "../support/visit.ts";

/** A text of each page that appears with its data. */
const PAGES = [
  ["overview", "Overview", "checks passed"],
  ["memory/Sample%3A%20session%20storage", "Memory", "Consequences"],
  ["reasoning", "Reasoning", "Sample: The outage came from the new cache"],
  // Of the latest run, which may be one that another file has started.
  ["runs", "Runs", /^\d+ nodes, \d+ links/],
  ["conversations", "Second opinion", "Providers in the last"],
  ["audits", "Review", "Proposed patch"],
  ["try-it", "Try it", "required"],
] as [hash: string, heading: string, words: string | RegExp][];

describe.skipIf(!hasBrowser)("every page", () => {
  const sample = samplePage("memory");

  test("keeps script in stored text as text", async () => {
    const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    await sample.console.call("agent-memory", "record_decision", {
      title: hostile,
      target: hostile,
      rationale: `${hostile} and more`,
    });
    await sample.console.call("orchestrator-resources", "graph_create", {
      graph_id: "hostile",
      name: hostile,
      nodes: [{ id: "a", label: hostile }],
      edges: [],
    });
    await sample.open(`memory/${encodeURIComponent(hostile)}`, "Memory");
    await sample.page.getByRole("heading", { name: hostile, level: 2 }).waitFor();
    await sample.open("runs/graph/hostile", "Runs");
    await sample.page.getByRole("heading", { name: hostile }).waitFor();
    expect(await sample.page.locator("img:not([src='/icon.svg'])").count()).toBe(0);
  });

  test.each(PAGES)(
    "such as %s is accessible in both schemes, and fits a narrow window",
    async (hash, heading, words) => {
      const { page } = sample;
      await sample.open(hash, heading);
      await page.getByText(words).first().waitFor();
      for (const scheme of ["Dark", "Light"]) {
        await page.getByLabel("Colours").selectOption({ label: scheme });
        expect(await seriousFindings(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 380, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(381);
      await page.setViewportSize({ width: 1280, height: 860 });
    },
  );

  test("can be walked with the keyboard alone, from the address to an answer", async () => {
    const { page } = sample;
    await sample.open("overview", "Overview");
    await page.reload();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await focused()) === name) return;
      }
      throw new Error(`${name} cannot be reached with Tab.`);
    };
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await tabTo("Memory");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Memory", level: 1 }).waitFor();
    await sample.open("try-it/agent-memory/accept_proposal", "Try it");
    await page.getByLabel(/^proposal_id/).focus();
    await page.keyboard.type("prop_x");
    await tabTo("Run accept_proposal");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused()).toBe("Run accept_proposal");
  });
});
