import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resultText, startServer, type TestServer, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { elide } from "./docs/elide.ts";
import { type Example, readExamples, replaceAnswers } from "./docs/example.ts";
import { type Bindings, fillPlaceholders, putPlaceholders } from "./docs/placeholders.ts";
import { setups } from "./docs/setups.ts";
import { findServers } from "./find-servers.mjs";

// UPDATE_DOCS=1 writes the answers of this run into the pages instead of comparing them.
const updating = process.env["UPDATE_DOCS"] === "1";

describe.each(Object.keys(setups))("the page of %s", (name) => {
  test("shows every tool, and each example answers as shown (UPDATE_DOCS=1 renews it)", async () => {
    const file = new URL(`../../../docs/servers/${name}.md`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    const page = readFileSync(file, "utf8");
    const examples = readExamples(page);
    const entry = findServers().find((subject) => subject.name === name)?.entry ?? "";
    const { names = {}, ...setup } = (await setups[name]?.()) ?? {};
    const server = await startServer({ entry, ...setup });
    const version = server.client.getServerVersion()?.version ?? "";
    const home = server.home.directory;

    const bindings: Bindings = new Map(Object.entries({ version, home, ...names }));
    const answers: unknown[] = [];
    for (const example of examples) {
      const answer = await answerTo(server, example, bindings);
      answers.push(elide(putPlaceholders(answer, bindings), example.answer));
    }

    if (updating) writeFileSync(file, replaceAnswers(page, answers));
    else expect(answers).toEqual(examples.map(({ answer }) => answer));
    const shown = new Set(examples.map(({ tool }) => tool));
    const offered = (await server.listTools()).map((tool) => tool.name);
    expect(offered.filter((tool) => !shown.has(tool))).toEqual([]);
  });
});

async function answerTo(server: TestServer, example: Example, bindings: Bindings) {
  const { tool, until } = example;
  const input = fillPlaceholders(example.arguments, bindings) as Record<string, unknown>;
  const ask = async () => {
    const result = await server.call(tool, input);
    return result.structuredContent ?? resultText(result);
  };
  if (until === undefined) return ask();
  const { path, value } = until;
  const what = `${tool} to answer with ${path.join(".")} ${value}`;
  return waitUntil(
    async () => {
      const answer = await ask();
      return String(valueAt(answer, path)) === value ? answer : undefined;
    },
    { what },
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) => (found as Record<string, unknown> | undefined)?.[key],
    value,
  );
}
