import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

describe.skipIf(!hasBrowser)("try it", () => {
  const sample = samplePage("try-it");

  test("makes a form from the schema, and shows the result as JSON and as its view", async () => {
    await sample.open("try-it/langbase-reasoning/reasoning_make_decision", "Try it");
    await sample.page.getByLabel(/^question/).fill("Tea or coffee?");
    for (const [index, name] of ["tea", "coffee"].entries()) {
      await sample.page.getByRole("button", { name: "Add to alternatives" }).click();
      await sample.page.getByLabel(`alternatives ${index + 1}`, { exact: true }).fill(name);
    }
    await sample.page.getByRole("button", { name: "Add to criteria" }).click();
    await sample.page.getByLabel(/^name/).fill("taste");
    await sample.page.getByLabel(/^weight/).fill("1");
    const scores = sample.page.getByLabel(/^scores/);
    await scores.fill("{");
    await sample.page.getByText("This is not JSON yet.").waitFor();
    await scores.fill('{"tea": {"taste": 0.9}, "coffee": {"taste": 0.4}}');
    await sample.page.getByRole("button", { name: "Run reasoning_make_decision" }).click();
    const result = sample.page.getByRole("region", { name: "Result" });
    await result.getByRole("heading", { name: "Tea or coffee?" }).waitFor();
    expect(JSON.parse(await result.locator("pre").innerText())).toMatchObject({
      recommendation: { alternative: "tea", score: 0.9 },
    });
  });

  test("asks before a tool that may remove something, and shows a refusal", async () => {
    await sample.open("try-it/agent-memory/accept_proposal", "Try it");
    await sample.page.getByLabel(/^proposal_id/).fill("prop_x");
    await sample.page.getByRole("button", { name: "Run accept_proposal" }).click();
    await sample.confirm("Run accept_proposal");
    await sample.page
      .getByRole("region", { name: "Result" })
      .getByText("PROPOSAL_NOT_FOUND")
      .waitFor();
  });
});
