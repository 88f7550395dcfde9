import { readFileSync } from "node:fs";
import { request } from "node:http";
import { waitUntil } from "@faculties/testkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goTo, openBrowser, seriousFindings, visit } from "./support/open-browser.ts";
import { type RunningConsole, startConsole } from "./support/start-console.ts";

let browser: Browser;
let running: RunningConsole;

beforeAll(async () => {
  [browser, running] = await Promise.all([
    openBrowser(),
    startConsole({ env: { AGENT_MEMORY_SECRET: "of-the-test" } }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await running.stop();
});

const PAGES = {
  memory: "No decisions yet",
  reasoning: "No sessions yet",
  runs: "Nothing has run yet",
  conversations: "No conversations yet",
  audits: "No audits yet",
};

describe("without any data", () => {
  test("every page says how to fill it, and offers sample data", async () => {
    const { page, problems } = await visit(browser, running.address);
    for (const [name, words] of Object.entries(PAGES)) {
      await goTo(page, name);
      await page.getByRole("heading", { name: words }).waitFor();
      expect(await page.getByRole("button", { name: "Load sample data" }).count()).toBe(1);
      expect(await seriousFindings(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test("the overview shows five ready servers, their checks and configuration for six clients", async () => {
    const { page, problems } = await visit(browser, running.address);
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
    const { args } = JSON.parse(stdio).mcpServers["agent-memory"];
    expect(readFileSync(args[0], "utf8")).toContain("#!/usr/bin/env node");
    await page.getByLabel("Transport").selectOption("http");
    const cursor = JSON.parse(await page.locator(".snippet pre").nth(2).innerText());
    expect(cursor.mcpServers["agent-memory"]).toEqual({
      url: `${running.origin}/agent-memory/mcp`,
      headers: { Authorization: `Bearer ${running.token}` },
    });
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the token leaves the address, and the cookie is enough from then on", async () => {
    const { page } = await visit(browser, running.address);
    await expect.poll(() => page.url()).toBe(`${running.origin}/`);
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  });
});

describe("whoever is not the page", () => {
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(running.origin);
      request({ host: "127.0.0.1", port, path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once("error", reject)
        .end();
    });

  test.each([
    ["no token", "/", {}, 401],
    ["a wrong token in the address", "/?token=wrong", {}, 401],
    ["a wrong bearer", "/api/state", { authorization: "Bearer wrong" }, 401],
    ["a wrong cookie", "/api/state", { cookie: "faculties_console_1=x" }, 401],
  ])("is refused with %s", async (_, path, headers, status) => {
    expect(await raw(path, headers)).toBe(status);
  });

  test("is refused with a foreign Host, Origin or page, even with the token", async () => {
    const authorization = `Bearer ${running.token}`;
    const { host } = new URL(running.origin);
    const asking = (headers: Record<string, string>) =>
      raw("/api/state", { authorization, host, ...headers });
    expect(await asking({})).toBe(200);
    expect(await asking({ host: "evil.example" })).toBe(403);
    expect(await asking({ origin: "http://evil.example" })).toBe(403);
    expect(await asking({ origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await asking({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await asking({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await asking({ origin: running.origin, "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("cannot reach a server around the gate, nor files outside the page", async () => {
    expect(await raw("/agent-memory/mcp", {})).toBe(401);
    for (const path of ["/../package.json", "/%2e%2e/server.cjs", "/unknown/mcp", "/api/unknown"])
      expect((await running.ask(path)).status).toBe(404);
  });

  test("gets a strict policy with every answer", async () => {
    for (const path of ["/", "/api/state"]) {
      const { headers } = await running.ask(path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("such as another local page in the same browser, cannot read or write", async () => {
    const other = await startConsole({ args: ["--role", "viewer"] });
    const { page } = await visit(browser, other.address);
    await page.context().addCookies([
      {
        name: `faculties_console_${new URL(running.origin).port}`,
        value: running.token,
        url: running.origin,
        sameSite: "Strict",
        httpOnly: true,
      },
    ]);
    const outcome = await page.evaluate(
      (address) =>
        fetch(`${address}/api/state`, { credentials: "include" }).then(
          () => "read",
          () => "refused",
        ),
      running.origin,
    );
    expect(outcome).toBe("refused");
    await other.stop();
  });
});

describe("clients of the user", () => {
  test("reach every server through the console, and see what it may do", async () => {
    for (const [server, tool] of [
      ["agent-memory", "reject_proposal"],
      ["langbase-reasoning", "reasoning_export"],
      ["orchestrator-resources", "plan_pause"],
      ["converse", "consensus"],
      ["gan-audit", "sequentialthinking"],
    ] as const) {
      const client = await running.connect(server);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(tool);
      await client.close();
    }
  });

  test("see only tools that change nothing when the console is for viewers", async () => {
    const viewers = await startConsole({ args: ["--role", "viewer"] });
    const client = await viewers.connect("agent-memory");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search_decisions"]);
    await client.close();
    await viewers.stop();
  });
});

describe("a server that dies", () => {
  test("is started again, and the page says so", async () => {
    const { page } = await visit(browser, running.address);
    const { servers } = await (await running.ask("/api/state")).json();
    const [{ pid }] = servers;
    process.kill(pid, "SIGKILL");
    await page.getByText("started again 1 time").waitFor();
    await expect.poll(() => page.getByText("ready", { exact: true }).count()).toBe(5);
    const client = await running.connect("agent-memory");
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });

  test("does so with a console that is killed", async () => {
    const doomed = await startConsole();
    const pids = await waitUntil(
      async () => {
        const { servers } = await (await doomed.ask("/api/state")).json();
        const ready = servers.filter(({ phase }: { phase: string }) => phase === "ready");
        return ready.length === 5 && ready.map(({ pid }: { pid: number }) => pid);
      },
      { timeoutMs: 15_000 },
    );
    doomed.child.kill("SIGKILL");
    await waitUntil(() => pids.every((pid: number) => !isAlive(pid)), { timeoutMs: 10_000 });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
