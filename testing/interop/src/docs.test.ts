import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { startServer } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { answerTo } from "./docs/answer-to.ts";
import { elide } from "./docs/elide.ts";
import { readExamples, replaceAnswers } from "./docs/example.ts";
import { type Bindings, putPlaceholders } from "./docs/placeholders.ts";
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
