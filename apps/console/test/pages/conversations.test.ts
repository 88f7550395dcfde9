import { describe, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

describe.skipIf(!hasBrowser)("conversations", () => {
  const sample = samplePage("conversations");

  test("conversations show a consensus side by side, what changed, and what it took", async () => {
    await sample.open("conversations", "Second opinion");
    for (const model of ["optimist", "sceptic", "pragmatist"])
      await sample.page.getByRole("article", { name: `Answer of ${model}` }).waitFor();
    await sample.page.getByText("What changed").first().click();
    await sample.page.locator(".sentences ins").first().waitFor();
    await sample.page.getByRole("row", { name: /^sample 7/ }).waitFor();
  });
});
