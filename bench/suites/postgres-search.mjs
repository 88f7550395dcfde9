import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { number, spread } from "../src/format.mjs";
import { loadDecisions } from "../src/load-decisions.mjs";
import { memoryQueries } from "../src/memory-records.mjs";
import { nearestRecall } from "../src/nearest-recall.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite } from "../src/types.ts" */

const QUERIES = 100;
const RECALLED = 50;
const COMMON = [1 / 100, 1 / 20, 1 / 8, 1 / 3];
const HOW_TO_GET_IT =
  "Debian has it as postgresql-<version>-pgvector, the image pgvector/pgvector comes with it";

/** @param {pg.Client} client */
async function extensionVersion(client) {
  const { rows } = await client.query(
    "select default_version from pg_available_extensions where name = 'vector'",
  );
  const version = String(rows[0]?.default_version ?? "");
  return /^0\.[0-7](\.|$)/.test(version) ? "" : version;
}

/**
 * @param {Session} session
 * @param {string} query
 */
async function timeOf(session, query) {
  return (await search(session, query)).ms;
}

/**
 * @param {Session} session
 * @param {string} query
 */
async function search(session, query) {
  const call = { name: "search_decisions", arguments: { query, limit: 10 } };
  const startedAt = performance.now();
  const { structuredContent } = await session.call(call, 0);
  const ms = performance.now() - startedAt;
  const answer = /** @type {{ search?: string }} */ (structuredContent);
  return { ms, isWhole: answer.search === "hybrid" };
}

/**
 * Has the database hold so many decisions, with the index that the server builds by itself.
 * @param {BenchContext} context
 * @param {pg.Client} client
 * @param {Subject} subject
 */
async function prepare({ decisions, directory, openSession, progress }, client, subject) {
  const session = await openSession(subject);
  await session.initialize();
  await timeOf(session, "makes the tables");
  await client.query("set search_path = agent_memory, public");
  const { rows } = await client.query("select count(*)::int as there from decisions");
  const there = rows[0].there;
  if (there === 0) await loadDecisions(client, decisions, directory, progress);
  else if (there !== decisions)
    throw new Error(
      `The database has ${there} decisions. Name an empty one, or --decisions ${there}.`,
    );
  await session.close();
  const builder = await openSession(subject);
  await builder.initialize();
  const first = await timeOf(builder, memoryQueries[0] ?? "");
  const startedAt = performance.now();
  while (!(await isIndexed(client))) {
    progress(`building the index of vectors, ${number((performance.now() - startedAt) / 1000)} s`);
    await delay(10_000);
  }
  await builder.close();
  return { first, buildMs: performance.now() - startedAt };
}

/** @param {pg.Client} client */
async function isIndexed(client) {
  const { rows } = await client.query(
    `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname like 'memory\\_nearest\\_%' and i.indisvalid`,
  );
  return rows.length > 0;
}

/**
 * Words that about these shares of the decisions have.
 * @param {pg.Client} client
 * @param {number} decisions
 */
async function commonWords(client, decisions) {
  const words = [];
  for (const share of COMMON) {
    const { rows } = await client.query(
      "select term, documents from memory_terms where length(term) > 3 order by abs(documents - $1) limit 1",
      [Math.round(share * decisions)],
    );
    words.push({ term: String(rows[0]?.term), share: Number(rows[0]?.documents) / decisions });
  }
  return words;
}

/** @type {Suite} */
export const suite = {
  name: "postgres-search",
  describe: "Search in --decisions on the PostgreSQL with pgvector that --database names",
  async run(context) {
    const { database, decisions, runs, progress } = context;
    const subject = context.subjects.find(({ name }) => name === "agent-memory");
    if (database === undefined || subject === undefined) {
      progress(
        `left out: needs agent-memory and a PostgreSQL with pgvector, --database postgres://… (${HOW_TO_GET_IT})`,
      );
      return undefined;
    }
    const client = new pg.Client(database);
    await client.connect();
    try {
      const version = await extensionVersion(client);
      if (version === "") {
        progress(`left out: this PostgreSQL has no pgvector 0.8 or newer (${HOW_TO_GET_IT})`);
        return undefined;
      }
      const onDatabase = { ...subject, env: { ...subject.env, DATABASE_URL: database } };
      const { buildMs } = await prepare(context, client, onDatabase);
      const session = await context.openSession(onDatabase);
      await session.initialize();
      const first = await timeOf(session, memoryQueries[0] ?? "");
      for (const query of memoryQueries.slice(0, QUERIES)) await timeOf(session, query);
      /** @type {number[][]} */
      const measured = [];
      let partial = 0;
      for (let run = 0; run < runs; run += 1) {
        const from = ((run + 1) * QUERIES) % (memoryQueries.length - QUERIES);
        const times = [];
        for (const query of memoryQueries.slice(from, from + QUERIES)) {
          const { ms, isWhole } = await search(session, query);
          times.push(ms);
          if (!isWhole) partial += 1;
        }
        measured.push(times);
      }
      const common = [];
      for (const { term, share } of await commonWords(client, decisions)) {
        const times = [];
        for (let time = 0; time < 20; time += 1) times.push(await timeOf(session, term));
        common.push([`\`${term}\``, `${number(share * 100)} %`, number(quantile(times, 0.5))]);
      }
      const { now: memory } = processMemory(session.pid);
      await session.close();
      progress("comparing with every vector");
      const recalled = await nearestRecall(
        database,
        client,
        memoryQueries.slice(0, RECALLED),
        context.directory,
      );
      const { rows } = await client.query(
        "select current_setting('server_version') as version, current_setting('shared_buffers') as buffers, current_setting('maintenance_work_mem') as work",
      );
      const [{ version: server, buffers, work }] = rows;
      const of = (/** @type {number} */ share) =>
        spread(summary(measured.map((times) => quantile(times, share))));
      return {
        tables: [
          {
            title: `\`search_decisions\` in ${decisions.toLocaleString("en-US")} decisions`,
            columns: [
              "p50, ms",
              "p95, ms",
              "p99, ms",
              "without words or meaning",
              "first after start, ms",
              "memory of the server, MB",
            ],
            rows: [[of(0.5), of(0.95), of(0.99), `${partial}`, number(first), number(memory)]],
          },
          {
            title: "A single common word",
            columns: ["query", "of the decisions have it", "p50, ms"],
            rows: common,
          },
          {
            title: "Nearest decisions found by the index",
            columns: ["of the nearest", "as near", "the same"],
            rows: recalled.map(({ of: depth, recall, same }) => [
              `${depth}`,
              `${number(recall * 100)} %`,
              `${number(same * 100)} %`,
            ]),
          },
        ],
        charts: [],
        notes: [
          `${runs} runs of ${QUERIES} queries each after ${QUERIES} others; in brackets the lowest and the highest run.`,
          `PostgreSQL ${server}, pgvector ${version}, shared_buffers ${buffers}, maintenance_work_mem ${work}, on the same machine.`,
          "Decisions are made up: 31 words each, picked from the running words of 250 real ones, so that common words are as common and the vocabulary is small. All are in force. Vectors are of the model that ships with the server. Queries are the labelled ones of the retrieval suite.",
          `Found by the server's own code for ${RECALLED} queries, against a comparison with every vector: as near as the last of the nearest, and these themselves.`,
          ...(buildMs > 10_000
            ? [`The index was built in ${number(buildMs / 60_000)} minutes.`]
            : []),
        ],
      };
    } finally {
      await client.end();
    }
  },
};
