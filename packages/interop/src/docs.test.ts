import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resultText, startServer } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { readExamples, replaceAnswers } from "./docs/example.ts";
import { type Bindings, fillPlaceholders, putPlaceholders } from "./docs/placeholders.ts";
import { setups } from "./docs/setups.ts";
import { findServers } from "./find-servers.mjs";

// UPDATE_DOCS=1 writes the answers of this run into the pages instead of comparing them.
const updating = process.env["UPDATE_DOCS"] === "1";

describe.each(Object.keys(setups))("the page of %s", (name) => {
  test("shows every tool, and each example answers as shown", async () => {
    const file = new URL(`../../../docs/servers/${name}.md`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    const page = readFileSync(file, "utf8");
    const examples = readExamples(page);
    const entry = findServers().find((subject) => subject.name === name)?.entry ?? "";
    const setup = await setups[name]?.();
    const server = await startServer({ entry, ...setup });

    const bindings: Bindings = new Map();
    const answers: unknown[] = [];
    for (const example of examples) {
      const input = fillPlaceholders(example.arguments, bindings);
      const result = await server.call(example.tool, input as Record<string, unknown>);
      answers.push(putPlaceholders(result.structuredContent ?? resultText(result), bindings));
    }

    if (updating) writeFileSync(file, replaceAnswers(page, answers));
    else expect(answers).toEqual(examples.map(({ answer }) => answer));
    const shown = new Set(examples.map(({ tool }) => tool));
    const offered = (await server.listTools()).map((tool) => tool.name);
    expect(offered.filter((tool) => !shown.has(tool))).toEqual([]);
  });
});
