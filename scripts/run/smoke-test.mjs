import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { execute } from "./execute.mjs";
import { serverFolders } from "./published.mjs";
import { fail, say } from "./report.mjs";

const NATIVE = join("node_modules", "better-sqlite3", "build");

/**
 * Packs each server, installs the tarball with npm outside the repository and asks it for its tools. The native
 * module is compiled once, for the first server; the others are given that build.
 */
export async function smokeTest() {
  const folder = mkdtempSync(join(tmpdir(), "faculties-smoke-"));
  let compiled;
  try {
    for (const app of serverFolders()) {
      const home = join(folder, app);
      mkdirSync(home);
      await installPacked(app, home, compiled === undefined);
      if (compiled) cpSync(compiled, join(home, NATIVE), { recursive: true });
      else if (existsSync(join(home, NATIVE))) compiled = join(home, NATIVE);
      await callInstalled(app, home);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function installPacked(app, home, withScripts) {
  const packed = await execute("pnpm", ["pack", "--pack-destination", home], {
    cwd: resolve("apps", app),
  });
  if (packed.code !== 0) fail(`${app} cannot be packed.`);
  const tarball = readdirSync(home).find((name) => name.endsWith(".tgz"));
  const args = ["install", "--no-audit", "--no-fund", `./${tarball}`];
  const installed = await execute("npm", withScripts ? args : [...args, "--ignore-scripts"], {
    cwd: home,
    env: process.env,
  });
  if (installed.code !== 0) fail(`The packed ${app} cannot be installed.`);
}

async function callInstalled(app, home) {
  const { name } = JSON.parse(readFileSync(`apps/${app}/package.json`, "utf8"));
  const command = join(home, "node_modules", ".bin", `${name.split("/")[1]}-mcp`);
  const client = new Client({ name: "smoke-test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command,
      env: { PATH: process.env.PATH ?? "", HOME: home, XDG_DATA_HOME: home, LOG_LEVEL: "error" },
      cwd: home,
    }),
  );
  const { tools } = await client.listTools();
  if (tools.length === 0) fail(`The packed ${app} offers no tool.`);
  const script = join("apps", app, "tour.json");
  const call = existsSync(script) ? JSON.parse(readFileSync(script, "utf8")).smoke : undefined;
  if (call) {
    const result = await client.callTool({ name: call.tool, arguments: call.arguments });
    if (result.isError)
      fail(`The packed ${app} failed on ${call.tool}: ${result.content[0]?.text}`);
  }
  await client.close();
  say(`  ${app}: ${tools.length} tools answered from its tarball`);
}
