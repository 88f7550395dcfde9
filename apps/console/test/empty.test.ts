import { readFileSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { reachConsole } from "./support/reach-console.ts";
import { goTo, hasBrowser, seriousFindings, visit } from "./support/visit.ts";

const empty = reachConsole(inject("empty"));

const PAGES = {
  memory: "No decisions yet",
  reasoning: "No sessions yet",
  runs: "Nothing has run yet",
  conversations: "No conversations yet",
  audits: "No audits yet",
};

describe.skipIf(!hasBrowser)("without any data", () => {
  test("every page says how to fill it, and offers sample data", async () => {
    const { page, problems } = await visit(`${empty.address}#/memory`);
    for (const [name, words] of Object.entries(PAGES)) {
      await goTo(page, name);
      await page.getByRole("heading", { name: words }).waitFor();
      expect(await page.getByRole("button", { name: "Load sample data" }).count()).toBe(1);
      expect(await seriousFindings(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test("the overview shows five ready servers, their checks and configuration for six clients", async () => {
    const { page, problems } = await visit(empty.address);
    await expect.poll(() => page.getByText("ready", { exact: true }).count()).toBe(5);
    await page.getByText("faculties/words-128-v1").waitFor();
    for (const client of [
      "Claude Desktop",
      "Claude Code",
      "Cursor",
      "VS Code",
      "Codex",
      "Gemini CLI",
    ])
      await page.getByRole("button", { name: `Copy the configuration for ${client}` }).waitFor();
    const stdio = await page.locator(".snippet pre").first().innerText();
    const { args, env } = JSON.parse(stdio).mcpServers["agent-memory"];
    expect(readFileSync(args[0], "utf8")).toContain("#!/usr/bin/env node");
    expect(env.AGENT_MEMORY_SECRET).toMatch(/^[0-9a-f]{48}$/);
    const snippets = page.locator(".snippet pre");
    await page.getByLabel("Server").selectOption("gan-audit");
    expect(await snippets.nth(1).innerText()).toContain("--env ENABLE_GAN_AUDITING=true -- ");
    expect(await snippets.nth(4).innerText()).toContain('env = { ENABLE_GAN_AUDITING = "true" }');
    await page.getByLabel("Server").selectOption("orchestrator-resources");
    expect(await snippets.first().innerText()).toContain("--enable-runs");
    await page.getByLabel("Server").selectOption("agent-memory");
    await page.getByLabel("Transport").selectOption("http");
    const cursor = JSON.parse(await page.locator(".snippet pre").nth(2).innerText());
    expect(cursor.mcpServers["agent-memory"]).toEqual({
      url: `${empty.origin}/agent-memory/mcp`,
      headers: { Authorization: `Bearer ${empty.token}` },
    });
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the token leaves the address, and the cookie is enough from then on", async () => {
    const { page } = await visit(empty.address);
    await expect.poll(() => page.url()).toBe(`${empty.origin}/`);
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  });
});
