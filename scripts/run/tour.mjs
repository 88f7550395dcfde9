import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { serverFolders } from "./published.mjs";

const SHOWN_CHARACTERS = 1_200;

/** A real client calls each server on its embedded default, in a folder that is gone afterwards. */
export async function tour() {
  const home = mkdtempSync(join(tmpdir(), "faculties-tour-"));
  try {
    for (const name of serverFolders()) {
      const script = join("apps", name, "tour.json");
      const entry = join("apps", name, "dist", "main.mjs");
      if (existsSync(script) && existsSync(entry))
        await visit(name, entry, JSON.parse(readFileSync(script, "utf8")), home);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log("\nConfigure a client with the full path of a server, for example:");
  console.log(
    `  claude mcp add agent-memory -- node ${resolve("apps/agent-memory/dist/main.mjs")}`,
  );
  console.log("Run one by hand: npm start --silent -- <server>. Each has --help and a README.");
}

async function visit(name, entry, { about, args = [], env = {}, calls }, home) {
  console.log(`\n━━ ${name}: ${about}`);
  const client = new Client({ name: "faculties-tour", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve(entry), ...args],
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        XDG_DATA_HOME: home,
        LOG_LEVEL: "error",
        ...env,
      },
      cwd: home,
    }),
  );
  const { tools } = await client.listTools();
  console.log(`   ${tools.length} tools: ${tools.map((tool) => tool.name).join(", ")}`);
  let last = {};
  for (const { say, tool, arguments: given } of calls) {
    const input = fillIn(given, last);
    console.log(`\n   ${say}\n   → ${tool} ${JSON.stringify(input)}`);
    const { content, structuredContent } = await client.callTool({ name: tool, arguments: input });
    console.log(indent(content.map((item) => item.text ?? `[${item.type}]`).join("\n")));
    last = structuredContent ?? {};
  }
  await client.close();
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
