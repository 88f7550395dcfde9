import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "./build.mjs";
import { bundleServer } from "./bundle.mjs";
import { callServer } from "./call-server.mjs";
import { execute } from "./execute.mjs";
import { installPacked } from "./install-packed.mjs";
import { publishedPackages, publishedServers } from "./published.mjs";
import { fail, stage } from "./report.mjs";

const READY_WITHIN_MS = 20_000;

/**
 * Packs every published program, installs the tarball with npm outside the repository and runs what npm put there. With
 * --built it calls the servers where they were built, which works on every platform.
 */
export async function smokeTest(args = []) {
  await build();
  if (args.includes("--built")) return callBuilt();
  const folder = mkdtempSync(join(tmpdir(), "faculties-smoke-"));
  try {
    for (const app of publishedPackages())
      await stage(`Installing and running the tarball of ${app.folder}`, async () => {
        const home = join(folder, app.folder);
        mkdirSync(home);
        await installPacked(app.folder, home);
        await tryInstalled(app, home);
      });
    await stage("Bundling a server for desktop clients and starting it", () =>
      bundleServer("agent-memory", join(folder, "agent-memory.mcpb")),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tryInstalled(app, home) {
  if (app.isServer) return callInstalled(app, home);
  return app.folder === "console" ? waitForServers(home) : askForVersion(app, home);
}

async function callBuilt() {
  const folder = mkdtempSync(join(tmpdir(), "faculties-smoke-"));
  try {
    for (const { folder: app, script, manifest } of publishedServers()) {
      const entry = resolve("apps", app, Object.values(manifest.bin)[0]);
      const home = mkdtempSync(join(folder, `${app}-`));
      const server = { command: process.execPath, args: [entry], home };
      await stage(`Calling ${app} where it was built`, () =>
        tryCall(`built ${app}`, server, script),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function callInstalled({ folder: app, script }, home) {
  return tryCall(`packed ${app}`, { command: binary(home, `${app}-mcp`), home }, script);
}

async function tryCall(name, server, script) {
  const problem = await callServer(server, async (client) => {
    const { tools } = await client.listTools();
    if (tools.length === 0) return "offers no tool";
    const { tool, arguments: given } = script.smoke ?? {};
    if (tool === undefined) return undefined;
    const { isError, content } = await client.callTool({ name: tool, arguments: given });
    return isError ? `failed on ${tool}: ${content[0]?.text}` : undefined;
  });
  if (problem !== undefined) fail(`The ${name} ${problem}.`);
}

async function askForVersion({ folder: app, manifest }, home) {
  const [name = ""] = Object.keys(manifest.bin);
  const { code } = await execute(binary(home, name), ["--version"], { cwd: home, quietly: true });
  if (code !== 0) fail(`The packed ${app} does not run.`);
}

/** The console is well when its page is served and the five servers next to it are ready. */
async function waitForServers(home) {
  const child = spawn(binary(home, "faculties-console"), ["--http", "127.0.0.1:0"], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const problem = await findProblem(child.stdout).catch((error) => error.message);
  child.kill();
  if (problem !== undefined) fail(`The packed console is not well: ${problem}.`);
}

async function findProblem(output) {
  const url = await printedAddress(output);
  const page = await fetch(url);
  if (!(await page.text()).includes("<title>Faculties</title>")) return "it serves no page";
  const headers = { authorization: `Bearer ${url.searchParams.get("token")}` };
  const signal = AbortSignal.timeout(READY_WITHIN_MS);
  const { body } = await fetch(new URL("/api/events", url), { headers, signal });
  for await (const state of body.pipeThrough(new TextDecoderStream()))
    if (state.split('"phase":"ready"').length > publishedServers().length) return undefined;
  return "its servers are not ready";
}

async function printedAddress(output) {
  for await (const line of createInterface(output)) {
    const address = /Open (\S+)/.exec(line)?.[1];
    if (address) return new URL(address);
  }
  throw new Error("it ended before it printed an address");
}

function binary(home, name) {
  return join(home, "node_modules", ".bin", name);
}
