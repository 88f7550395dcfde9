import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

describe.skipIf(!hasBrowser)("audits", () => {
  const sample = samplePage("audits");

  test("show the trend of a session and each review", async () => {
    await sample.open("audits", "Review");
    await sample.page.getByRole("link", { name: /order total/ }).click();
    await sample.page.getByText(/improving \+/).waitFor();
    expect(await sample.page.locator(".chart-point").count()).toBe(3);
    await sample.page.getByRole("list", { name: "Audits" }).getByRole("link").last().click();
    await sample.page.locator(".diff-comment").first().waitFor();
  });

  test("apply a proposed patch, after asking", async () => {
    await sample.open("audits", "Review");
    await sample.page.getByRole("link", { name: /list\.js/ }).click();
    await sample.page.getByRole("button", { name: "Apply this patch…" }).click();
    await sample.confirm("Apply it");
    await sample.page.getByText(/fixes were applied to list\.js/i).waitFor();
    await sample.page.getByText("This patch has been applied").waitFor();
    expect(await sample.page.getByRole("button", { name: "Apply this patch…" }).count()).toBe(0);
    expect(readFileSync(join(sampleFolder(), "workspace", "list.js"), "utf8")).toContain(
      'folder === ""',
    );
  });
});

function sampleFolder(): string {
  const { temporary } = inject("sample");
  const name = readdirSync(temporary).find((entry) => entry.startsWith("faculties-sample-"));
  return join(temporary, name ?? "");
}
