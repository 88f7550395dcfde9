import { type TestServer, lockTables, temporaryHome, waitUntil } from "@faculties/testkit";
import { expect, test } from "vitest";
import { record, search, startMemory } from "./start-memory.ts";

const TEXT = "agent_memory.memory_text";
const VECTORS = "agent_memory.memory_vectors";

const hybrid = { status: "success", message: null, search: "hybrid" };

/** One that has written and embedded decisions, and one whose model is loaded, but none of these vectors. */
async function startTwo() {
  const home = await temporaryHome();
  const [writer, reader] = await Promise.all([startMemory({ home }), startMemory({ home })]);
  await waitUntil(async () => (await search(reader, "database")).search === "hybrid");
  const id = await record(writer, "storage", "Keep orders in PostgreSQL", "Tables, transactions");
  await record(writer, "colours", "Paint the shed green", "It is next to the trees");
  await waitUntil(async () => (await search(writer, "database")).search === "hybrid");
  const lock = (...tables: string[]) => lockTables(home.env["DATABASE_URL"] ?? "", tables);
  return { writer, reader, id, lock };
}

const listed = async ({ client }: TestServer<"2025">) => (await client.listResources()).resources;

test("a search answers by words when that by meaning takes too long, and by both afterwards", async () => {
  const { writer, reader, id, lock } = await startTwo();
  const byBoth = await search(writer, "postgresql");
  {
    await using _ = await lock(VECTORS);
    const searches = Array.from({ length: 8 }, () => search(reader, "postgresql"));
    expect(await listed(reader)).toHaveLength(6);
    const expected = {
      status: "success",
      message: "Searched by words only: the search by meaning took too long.",
      search: "bm25",
      results: [expect.objectContaining({ id })],
    };
    for (const found of await Promise.all(searches)) expect(found).toEqual(expected);
    expect(reader.stderr()).toContain("the search by meaning took too long; answering without it");
  }
  await waitUntil(async () => (await search(reader, "postgresql")).search === "hybrid");
  expect(await search(reader, "postgresql")).toEqual(byBoth);
  expect(byBoth).toMatchObject({ ...hybrid, results: [{ id }] });
});

test("a search answers by meaning when that by words takes too long, and by both afterwards", async () => {
  const { writer, reader, id, lock } = await startTwo();
  const byBoth = await search(writer, "relational tables");
  {
    await using _ = await lock(TEXT);
    const { results, ...rest } = await search(reader, "relational tables");
    expect(rest).toEqual({
      status: "success",
      message: "Searched by meaning only: the search by words took too long.",
    });
    expect(results[0]).toMatchObject({ id });
  }
  expect(await search(reader, "relational tables")).toEqual(byBoth);
});

test("a search fails when neither words nor meaning answer, and says why", async () => {
  const { reader, lock } = await startTwo();
  await using _ = await lock(TEXT, VECTORS);
  const { structuredContent } = await reader.callError("search_decisions", { query: "postgresql" });
  expect(structuredContent).toMatchObject({
    status: "error",
    message: expect.stringMatching(/is locked by another process/),
  });
});
