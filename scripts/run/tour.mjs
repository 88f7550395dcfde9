import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { callServer } from "./call-server.mjs";
import { publishedServers } from "./published.mjs";

const SHOWN_CHARACTERS = 1_200;

/** A real client calls each server on its embedded default, in a folder that is gone afterwards. */
export async function tour() {
  const home = mkdtempSync(join(tmpdir(), "faculties-tour-"));
  try {
    for (const { folder, script } of publishedServers())
      if (script.calls) await visit(folder, script, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log("\nConfigure a client with the full path of a server, for example:");
  console.log(
    `  claude mcp add agent-memory -- node ${resolve("apps/agent-memory/dist/main.mjs")}`,
  );
  console.log("Run one by hand: npm start --silent -- <server>. Each has --help and a README.");
}

async function visit(name, { about, args = [], env = {}, calls }, home) {
  console.log(`\n━━ ${name}: ${about}`);
  const entry = resolve("apps", name, "dist", "main.mjs");
  const server = { command: process.execPath, args: [entry, ...args], env, home };
  await callServer(server, async (client) => {
    const { tools } = await client.listTools();
    console.log(`   ${tools.length} tools: ${tools.map((tool) => tool.name).join(", ")}`);
    let last = {};
    for (const { say, tool, arguments: given } of calls) {
      const input = fillIn(given, last);
      console.log(`\n   ${say}\n   → ${tool} ${JSON.stringify(input)}`);
      const result = await client.callTool({ name: tool, arguments: input });
      console.log(indent(result.content.map((item) => item.text ?? `[${item.type}]`).join("\n")));
      last = result.structuredContent ?? {};
    }
  });
}

/** Puts fields of the last answer where a call says `{last.field}`. */
function fillIn(input, last) {
  const text = JSON.stringify(input).replaceAll(
    /\{last\.(\w+)\}/g,
    (_, field) => last[field] ?? "",
  );
  return JSON.parse(text);
}

function indent(text) {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text;
  return `   ← ${readable(shown, text).replaceAll("\n", "\n     ")}`;
}

function readable(shown, text) {
  if (shown !== text || !text.startsWith("{")) return shown;
  return JSON.stringify(JSON.parse(text), null, 2);
}
