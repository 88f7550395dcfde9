import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { reachConsole } from "./reach-console.ts";
import { goTo, visit, type Visit } from "./visit.ts";

/** The console with sample data, on this page of it, for the tests of a file; at the end nothing may have gone wrong there. */
export function samplePage(first: string) {
  let visited: Visit;
  const page = () => visited.page;
  beforeAll(async () => {
    visited = await visit(`${inject("sample").address}#/${first}`);
    await page().getByRole("button", { name: "Remove sample data" }).waitFor();
  });
  afterAll(async () => {
    await page().context().close();
    // A refusal by a server is a failed request to the browser.
    const unexpected = visited.problems.filter(
      (problem) => !problem.startsWith("Failed to load resource"),
    );
    expect(unexpected).toEqual([]);
  });
  return {
    console: reachConsole(inject("sample").address),
    get page(): Page {
      return page();
    },
    node: (name: RegExp | string): Locator =>
      page().locator(".graph-node").filter({ hasText: name }),
    confirm: (name: string) => page().getByRole("dialog").getByRole("button", { name }).click(),
    async open(hash: string, heading: string): Promise<void> {
      await goTo(page(), hash);
      await page().getByRole("heading", { name: heading, level: 1 }).waitFor();
    },
  };
}
