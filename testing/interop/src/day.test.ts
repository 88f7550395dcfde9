import { readFileSync, writeFileSync } from "node:fs";
import { startServer, type TestServer } from "@faculties/testkit";
import { expect, test } from "vitest";
import { answerTo } from "./docs/answer-to.ts";
import { elide } from "./docs/elide.ts";
import { readExamples, replaceAnswers } from "./docs/example.ts";
import { type Bindings, putPlaceholders } from "./docs/placeholders.ts";
import { spendTheDay } from "./docs/setups/day.ts";
import { findServers } from "./find-servers.mjs";

const page = new URL("../../../docs/a-day-with-faculties.md", import.meta.url);

test("the day goes through all five servers as its page shows it (UPDATE_DOCS=1 renews it)", async () => {
  const text = readFileSync(page, "utf8");
  const examples = readExamples(text);
  const setups = await spendTheDay();
  const byTool = new Map<string, TestServer>();
  for (const { name, entry } of findServers()) {
    const server = await startServer({ entry, ...setups[name] });
    for (const tool of await server.listTools()) byTool.set(tool.name, server);
  }

  const bindings: Bindings = new Map();
  const answers: unknown[] = [];
  const visited = new Set<TestServer>();
  for (const example of examples) {
    const server = byTool.get(example.tool);
    if (server === undefined) throw new Error(`No server offers ${example.tool}.`);
    visited.add(server);
    const answer = await answerTo(server, example, bindings);
    answers.push(elide(putPlaceholders(answer, bindings), example.answer));
  }

  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, replaceAnswers(text, answers));
  else expect(answers).toEqual(examples.map(({ answer }) => answer));
  expect(visited.size).toBe(5);
});
