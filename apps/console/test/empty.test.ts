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

  test("the overview says how well each server is by its worst check, and configures six clients", async () => {
    const { page, problems } = await visit(empty.address);
    const servers = page.getByRole("region", { name: "Servers" });
    await servers.getByRole("listitem", { name: "Memory" }).getByText("checks passed").click();
    await servers.getByText("faculties/words-256-v2").waitFor();
    // No model is configured in this home.
    const opinion = servers.getByRole("listitem", { name: "Second opinion" });
    await opinion.getByText("needs attention").waitFor();
    expect(await opinion.getByText("ready", { exact: true }).count()).toBe(0);
    await page.getByText("Nothing waits for you.").waitFor();
    const snippet = page.locator(".snippet pre");
    const shown = async (client: string) => {
      await page.getByRole("combobox", { name: "Client", exact: true }).selectOption(client);
      await page.getByRole("button", { name: `Copy the configuration for ${client}` }).waitFor();
      return snippet.innerText();
    };
    for (const client of ["Cursor", "VS Code", "Gemini CLI"])
      expect(JSON.parse(await shown(client))).toBeTypeOf("object");
    const { args, env } = JSON.parse(await shown("Claude Desktop")).mcpServers["agent-memory"];
    expect(readFileSync(args[0], "utf8")).toContain("#!/usr/bin/env node");
    expect(env.AGENT_MEMORY_SECRET).toMatch(/^[0-9a-f]{48}$/);
    await page
      .getByLabel("Server", { exact: false })
      .and(page.locator("select"))
      .selectOption("gan-audit");
    expect(await shown("Claude Code")).toContain("--env ENABLE_GAN_AUDITING=true -- ");
    expect(await shown("Codex")).toContain('env = { ENABLE_GAN_AUDITING = "true" }');
    await page
      .getByLabel("Server", { exact: false })
      .and(page.locator("select"))
      .selectOption("orchestrator-resources");
    expect(await shown("Codex")).toContain("--enable-runs");
    await page
      .getByLabel("Server", { exact: false })
      .and(page.locator("select"))
      .selectOption("agent-memory");
    await page.getByLabel("Transport").selectOption("http");
    expect(JSON.parse(await shown("Cursor")).mcpServers["agent-memory"]).toEqual({
      url: `${empty.origin}/agent-memory/mcp`,
      headers: { Authorization: `Bearer ${empty.token}` },
    });
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the palette goes anywhere by name, and the keys are explained", async () => {
    const { page, problems } = await visit(empty.address);
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /^Go to a page/ });
    await field.fill("record decision".replace(" ", "_"));
    await page.getByRole("option", { name: /record_decision/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Try it", level: 1 }).waitFor();
    await page.locator("main").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
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
