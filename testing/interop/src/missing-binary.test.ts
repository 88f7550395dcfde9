import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer, temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../../../apps/agent-memory/dist", import.meta.url));

test("a server whose SQLite lost its binary says what to do", async () => {
  const folder = await temporaryDirectory();
  cpSync(dist, join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // Both versions load their binary with the first database, and throw this when it is not there.
  for (const name of ["better-sqlite3", "better-sqlite3-13"]) {
    const module = join(folder, "node_modules", name);
    mkdirSync(module, { recursive: true });
    writeFileSync(join(module, "package.json"), `{ "name": "${name}", "main": "index.js" }`);
    writeFileSync(
      join(module, "index.js"),
      'module.exports = class { constructor() { throw new Error("Could not locate the bindings file. Tried:"); } };',
    );
  }
  const server = await startServer({ entry: join(folder, "dist/main.mjs") });
  const { content } = await server.callError("search_decisions", { query: "anything" });
  const answer = JSON.stringify(content);
  expect(answer).toContain("better-sqlite3 could not be loaded. Reinstall");
  expect(answer).not.toContain("bindings file");
});
