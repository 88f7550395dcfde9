import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { callServer } from "./call-server.mjs";
import { publishedServers } from "./published.mjs";
import { fail } from "./report.mjs";

const LINE = 110;
const ORDER = [
  "agent-memory",
  "gan-audit",
  "langbase-reasoning",
  "orchestrator-resources",
  "converse",
];

/** A real client calls each server on its embedded default, in a folder that is gone afterwards. */
export async function tour(args = []) {
  const isWhole = args.includes("--json");
  const unknown = args.find((arg) => arg !== "--json");
  if (unknown !== undefined)
    fail(`tour does not know "${unknown}". Use: npm start -- tour [--json]`);
  const home = mkdtempSync(join(tmpdir(), "faculties-tour-"));
  const servers = publishedServers().toSorted(
    (left, right) => ORDER.indexOf(left.folder) - ORDER.indexOf(right.folder),
  );
  try {
    for (const { folder, script } of servers)
      if (script.calls) await visit(folder, script, { home, isWhole });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log("\nPut them into your client:  npm start -- add agent-memory --client claude-code");
  console.log("Every answer in full:       npm start -- tour --json");
}

async function visit(name, { about, args = [], env = {}, calls }, { home, isWhole }) {
  const entry = resolve("apps", name, "dist", "main.mjs");
  const server = { command: process.execPath, args: [entry, ...args], env, home };
  const startedAt = performance.now();
  await callServer(server, async (client) => {
    const { tools } = await client.listTools();
    const ready = Math.round(performance.now() - startedAt);
    console.log(`\n${name} ${about}`);
    console.log(`  ${tools.length} ${tools.length === 1 ? "tool" : "tools"}, ready in ${ready} ms`);
    let last = {};
    for (const { say, tool, arguments: given, show } of calls) {
      const input = JSON.parse(fillIn(JSON.stringify(given), { last }));
      const result = await client.callTool({ name: tool, arguments: input });
      last = result.structuredContent ?? JSON.parse(result.content[0].text);
      if (show === undefined && !isWhole) continue;
      console.log(`\n  ${say}`);
      console.log(`    → ${shorten(`${tool} ${JSON.stringify(input)}`, isWhole)}`);
      console.log(`    ← ${isWhole ? indented(last) : shorten(fillIn(show, last))}`);
    }
  });
}

/** Puts the value behind a path, such as `{results.0.title}`, where it is named. */
function fillIn(text, from) {
  return text.replaceAll(/\{(\w+(?:\.\w+)*)\}/g, (whole, path) => {
    const value = path.split(".").reduce((inner, key) => inner?.[key], from);
    return value === undefined ? whole : readable(value);
  });
}

function readable(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(3))) : value;
}

function shorten(text, isWhole = false) {
  const line = text.replaceAll(/\s+/g, " ");
  return isWhole || line.length <= LINE * 2 ? line : `${line.slice(0, LINE * 2)}…`;
}

function indented(value) {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n      ");
}
