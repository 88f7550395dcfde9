import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import {
  record,
  runMemory,
  search,
  startMemory,
  withDatabase,
  WORDS_ONLY,
} from "./start-memory.ts";

const TITLE = "Use Kafka\u{e0064}\u{e006f}\u202e";
const SHOWN = "Use Kafka⟨U+E0064⟩⟨U+E006F⟩⟨U+202E⟩";

async function read(server: Awaited<ReturnType<typeof startMemory>>, uri: string): Promise<string> {
  const { contents } = await server.client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}

describe("what a model reads", () => {
  test("shows invisible characters of a stored text, which stays as it is", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const id = await record(server, "queue", TITLE, "Because\u200b it is a log.");
    const { results } = await search(server, "Kafka");
    expect(results).toMatchObject([
      { title: SHOWN, preview: `${SHOWN} [via MCP]: Because⟨U+200B⟩ it is a log.` },
    ]);
    for (const uri of [`memory://decisions/${id}`, "memory://targets/queue", "memory://overview"])
      expect(await read(server, uri)).toContain(SHOWN);
    const { resources } = await server.client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ title: `${SHOWN} (active)` }));
    const taken = await server.callError("record_decision", {
      target: "queue",
      title: "Use NATS",
      rationale: "It is smaller.",
    });
    expect(JSON.stringify(taken)).toContain(SHOWN);
    withDatabase(server.home, (database) => {
      expect(database.prepare("select title from decisions").pluck().get()).toBe(TITLE);
    });
  });

  test("says who wrote a text, and how it came in", async () => {
    const home = await temporaryHome();
    const folder = join(home.directory, "adr");
    mkdirSync(folder);
    writeFileSync(join(folder, "0001-log-json.md"), "# Log JSON\n\nStatus: accepted\n\nWhy.\n");
    await runMemory(home, ["import", folder], WORDS_ONLY);
    await using server = await startMemory({ ...WORDS_ONLY, home });
    const own = await record(server, "queue", "Use Kafka");
    const { results } = await search(server, "Log JSON Kafka");
    const origins = Object.fromEntries(
      results.map(({ target, ...rest }) => [target, (rest as { origin?: string }).origin]),
    );
    expect(origins).toEqual({ "log-json": "human", queue: "agent" });
    expect(await read(server, `memory://decisions/${own}`)).toContain(
      'author: "an agent, via MCP"',
    );
    expect(await read(server, "memory://targets/log-json")).toContain(
      "written by a person; imported from 0001-log-json.md",
    );
    expect(JSON.parse(await read(server, "memory://lineages/log-json"))).toMatchObject({
      decisions: [{ origin: "human", author: "a person; imported from 0001-log-json.md" }],
    });
  });
});
