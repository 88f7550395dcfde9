import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Found,
  record,
  runMemory,
  search,
  startMemory,
  supersede,
  withDatabase,
  WORDS_ONLY,
} from "../../test/start-memory.ts";

const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);

describe("search_decisions", () => {
  let words: TestServer;

  // Searches by words find only what has the word, so that tests with words of their own can share a server.
  beforeAll(async () => {
    words = await startMemory(WORDS_ONLY);
    return () => words.close();
  });

  test("answers in the form of the contract and says how it searched", async () => {
    await using server = await startMemory();
    const id = await record(server, "sessions", "Use Redis", "It expires sessions by itself");
    const found = await search(server, "Redis");
    const { results } = found;
    expect(found).toEqual({
      status: "success",
      message: null,
      search: "hybrid",
      results: [
        {
          id,
          score: 1 + (results[0]?.relevance ?? NaN),
          relevance: expect.closeTo(0.7, 0),
          status: "active",
          preview: "Use Redis [via MCP]: It expires sessions by itself",
          kind: "decision",
          title: "Use Redis",
          target: "sessions",
          origin: "agent",
        },
      ],
    });
  });

  test("finds by meaning what shares no word with the query", async () => {
    await using server = await startMemory();
    const database = await record(
      server,
      "storage",
      "Keep orders in PostgreSQL",
      "Relational tables with transactions",
    );
    await record(server, "meetings", "No meetings on Wednesdays", "Makers need one unbroken day");
    await record(server, "css", "Style with utility classes", "Naming things wasted time");
    expect(ids(await search(server, "which SQL engine holds purchases"))[0]).toBe(database);
  });

  test("ranks by status, exactly", async () => {
    const file = join(words.home.directory, "0001-human.md");
    await writeFile(file, "# Quokka for people\n\nStatus: Accepted\n\nQuokka once more.\n");
    await runMemory(words.home, ["import", file]);
    const old = await record(words, "zoo", "Quokka first", "Quokka quokka quokka quokka");
    const current = await supersede(words, "zoo", "Quokka second", old);
    const other = await record(words, "park", "Wombat only", "Nothing but wombat here");
    const { results } = await search(words, "quokka", { mode: "audit" });
    const byId = Object.fromEntries(results.map((one) => [one.id, one]));
    expect(ids({ results })).not.toContain(other);
    expect(results).toHaveLength(3);
    // An audit ranks by relevance alone. The old version matches best, and the one that replaced it inherits that.
    for (const { score, relevance } of results) expect(score).toBe(relevance);
    const most = byId[old]?.relevance ?? NaN;
    expect(byId[old]).toMatchObject({ status: "superseded" });
    expect(byId[current]).toMatchObject({
      status: "active",
      relevance: most,
      replaces: [{ id: old, title: "Quokka first" }],
    });
    const human = results.find(({ status, id }) => status === "active" && id !== current);
    const followed = await search(words, "quokka");
    for (const { id, score, relevance } of followed.results)
      expect(score).toBeCloseTo(1 + relevance + (id === human?.id ? 0.1 : 0), 5);
    expect(new Set(ids(followed))).toEqual(new Set([current, human?.id]));
  });

  test("never starves a strict search behind a crowd of old versions", async () => {
    let last = await record(words, "crowd", "Numbat numbat numbat", "Numbat numbat numbat");
    for (let version = 0; version < 120; version += 1)
      last = await supersede(words, "crowd", `Numbat numbat numbat ${version}`, last);
    const lone = await record(
      words,
      "lone",
      "A longer text",
      "It mentions the numbat once among many other words",
    );
    const { results } = await search(words, "numbat", { mode: "strict", limit: 20 });
    expect(new Set(ids({ results }))).toEqual(new Set([last, lone]));
    expect(results.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(ids(await search(words, "numbat", { limit: 20 }))).toHaveLength(2);
    expect(ids(await search(words, "numbat", { mode: "audit", limit: 20 }))).toHaveLength(20);
  });

  test("brings up what replaced a match, through the whole chain and in every mode", async () => {
    const first = await record(words, "queue", "Use Kafka", "A log of events");
    const second = await supersede(words, "queue", "Use NATS", first);
    const third = await supersede(words, "queue", "Use Postgres", second);
    expect((await search(words, "Kafka")).results).toMatchObject([
      { id: third, status: "active", replaces: [{ id: first, title: "Use Kafka" }] },
    ]);
    expect(ids(await search(words, "Kafka", { mode: "strict" }))).toEqual([third]);
    expect(ids(await search(words, "Kafka", { mode: "audit" }))).toEqual([third, first]);
  });

  test("gives the same answer to the same query", async () => {
    await using server = await startMemory();
    for (let number = 0; number < 30; number += 1)
      await record(server, `target ${number}`, `Decision about storage ${number % 3}`);
    const first = await search(server, "where is data kept", { limit: 20 });
    expect(await search(server, "where is data kept", { limit: 20 })).toEqual(first);
    expect(first.results).toHaveLength(20);
    expect((await search(server, "where is data kept")).results).toHaveLength(5);
  });

  test("takes any text as a query", async () => {
    await using server = await startMemory();
    const id = await record(server, "sessions", "Use Redis", "It expires sessions by itself");
    const queries = [
      '"',
      "*",
      "NEAR(a b)",
      "redis AND NOT",
      "title:redis",
      "(",
      "'; drop table decisions; --",
      "\u0000",
      "💥",
      "データベース",
      "a".repeat(100_000),
      `redis ${"x ".repeat(50_000)}`,
    ];
    for (const query of queries)
      expect(await search(server, query)).toMatchObject({ status: "success" });
    expect(ids(await search(server, 'title:"redis" OR (NOT'))).toEqual([id]);
  });

  test("finds other scripts by their words", async () => {
    await using server = await startMemory();
    const id = await record(
      server,
      "データ",
      "データベースを使う",
      "注文にはトランザクションが必要です",
    );
    await record(server, "other", "Use Redis");
    expect(ids(await search(server, "トランザクション"))[0]).toBe(id);
  });

  test("refuses what the contract does not allow, and reads numbers sent as text", async () => {
    await using server = await startMemory();
    for (const input of [
      { query: "" },
      { query: "  " },
      { query: "x", limit: 0 },
      { query: "x", limit: 21 },
      { query: "x", limit: 1.5 },
      { query: "x", mode: "loose" },
      {},
    ])
      expect((await server.callError("search_decisions", input)).structuredContent).toMatchObject({
        status: "error",
        code: "INVALID_INPUT",
      });
    expect(await server.callOk("search_decisions", { query: "x", limit: "20" })).toMatchObject({
      results: [],
    });
  });

  test("returns a draft as a proposal, below what is in force, and never in strict mode", async () => {
    const { stdout } = await runMemory(words.home, [
      "propose",
      "stream",
      "Use Pulsar",
      "Events need a log",
    ]);
    const id = stdout.trim();
    const [draft] = (await search(words, "Pulsar", { mode: "audit" })).results as [
      Found["results"][0],
    ];
    expect((await search(words, "Pulsar")).results).toMatchObject([
      { id, kind: "proposal", status: "draft", score: expect.closeTo(0.4 * draft.relevance + 0.1) },
    ]);
    expect((await search(words, "Pulsar", { mode: "strict" })).results).toEqual([]);
  });

  test("gives a deprecated decision a twentieth", async () => {
    const id = await record(words, "jobs", "Use Beanstalk");
    withDatabase(words.home, (database) =>
      database.exec(`update decisions set status = 'deprecated' where id = '${id}';
        update memory_documents set facet = 'deprecated' where id = '${id}'`),
    );
    const [whole] = (await search(words, "Beanstalk", { mode: "audit" })).results as [
      Found["results"][0],
    ];
    expect((await search(words, "Beanstalk")).results).toMatchObject([
      { id, status: "deprecated", score: expect.closeTo(0.05 * whole.relevance) },
    ]);
  });
});
