import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipelineWindow } from "../src/call-streams.mjs";
import { number, ratio, spread } from "../src/format.mjs";
import { entityCall, memoryQueries, recordCall } from "../src/memory-records.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */
const SEARCHES = 100;
const RUNS = 3;
const PEER = "@modelcontextprotocol/server-memory";
/**
 * @param {Session} session
 * @param {(seed: number) => ToolCall} call
 * @param {number} from
 * @param {number} to
 * @param {number} window
 */
async function write(session, call, from, to, window = pipelineWindow) {
  let next = from;
  const startedAt = performance.now();
  const stream = async () => {
    while (next < to) {
      next += 1;
      await session.call(call(next - 1), 0);
    }
  };
  await Promise.all(Array.from({ length: window }, stream));
  return ((to - from) * 1_000) / (performance.now() - startedAt);
}

/** @typedef {{ first: number, fromStart: number[], later: number[], memory: number }} Searches */

/**
 * Starts the server and searches one at a time: the first search, the hundred after it, and a hundred more, as in a server
 * that has been up for a while.
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} home
 * @param {string} tool
 * @returns {Promise<Searches>}
 */
async function measureSearches(context, subject, home, tool) {
  const session = await context.openSession(subject, home);
  await session.initialize();
  await session.call({ name: tool, arguments: { query: "where is data kept" } }, 0);
  const first = performance.now() - session.startedAt;
  const times = [];
  for (let at = 0; at < 2 * SEARCHES; at += 1) {
    const call = { name: tool, arguments: { query: memoryQueries[at % memoryQueries.length] } };
    const startedAt = performance.now();
    await session.call(call, 0);
    times.push(performance.now() - startedAt);
  }
  const memory = processMemory(session.pid).now;
  await session.close();
  return { first, fromStart: times.slice(0, SEARCHES), later: times.slice(SEARCHES), memory };
}

/**
 * Waits until everything is embedded: figures of a search are those of a hybrid one.
 * @param {Session} session
 */
async function settle(session) {
  for (;;) {
    const call = { name: "search_decisions", arguments: { query: "database" } };
    const { structuredContent } = await session.call(call, 0);
    const { message } = /** @type {{ message: string | null }} */ (structuredContent);
    if (message === null) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * Writes the records and has them embedded.
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {number} size
 */
async function fillOurs(context, subject, size) {
  const home = context.newHome();
  const session = await context.openSession(subject, home);
  await session.initialize();
  const tenth = size / 10;
  const rates = [];
  for (let part = 0; part < 10; part += 1)
    rates.push(await write(session, recordCall, part * tenth, (part + 1) * tenth));
  await session.close();
  const again = await context.openSession(subject, home);
  await again.initialize();
  await again.call({ name: "search_decisions", arguments: { query: "where is data kept" } }, 0);
  const firstBeforeEmbedding = performance.now() - again.startedAt;
  await settle(again);
  await again.close();
  return { rates, home, firstBeforeEmbedding };
}

/**
 * The peer rewrites its whole file with each write, so its records are laid down as a file, not written one by one.
 * @param {BenchContext} context
 * @param {number} size
 */
function fillPeer(context, size) {
  const home = context.newHome();
  mkdirSync(home, { recursive: true });
  const lines = Array.from({ length: size }, (_, seed) => {
    const { entities } = /** @type {{ entities: object[] }} */ (entityCall(seed).arguments);
    return JSON.stringify({ type: "entity", ...entities[0] });
  });
  writeFileSync(join(home, "memory.jsonl"), lines.join("\n"));
  return home;
}

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} home
 * @param {number} size
 */
async function peerWriteRate(context, subject, home, size) {
  const session = await context.openSession(subject, home);
  await session.initialize();
  const rate = await write(session, entityCall, size, size + 50, 1);
  await session.close();
  return rate;
}

/**
 * How many of 50 parallel acknowledged writes are missing afterwards.
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {(seed: number) => ToolCall} call
 * @param {(home: string) => Promise<number>} stored
 */
async function lostWrites(context, subject, call, stored) {
  const home = context.newHome();
  const session = await context.openSession(subject, home);
  await session.initialize();
  const calls = Array.from({ length: 50 }, (_, seed) => session.call(call(seed), 0));
  const answers = await Promise.allSettled(calls);
  await session.close();
  return answers.filter(({ status }) => status === "fulfilled").length - (await stored(home));
}

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} home
 */
async function countOurs(context, subject, home) {
  const session = await context.openSession(subject, home);
  await session.initialize();
  const { resources } = await session.request("resources/list", {});
  await session.close();
  const listed = /** @type {{ uri: string }[]} */ (resources);
  return listed.filter(({ uri }) => uri.startsWith("memory://decisions/")).length;
}

/** @param {string} home */
async function countPeer(home) {
  const lines = readFileSync(join(home, "memory.jsonl"), "utf8").split("\n");
  return lines.filter((line) => line.startsWith("{")).length;
}

/** @type {Suite} */
export const suite = {
  name: "agent-memory",
  describe: "agent-memory: search and writing by the number of records, memory, lost writes",
  async run(context) {
    const ours = context.subjects.find(({ name }) => name === "agent-memory");
    const peer = context.subjects.find(({ name }) => name.startsWith(PEER));
    if (ours === undefined) throw new Error("agent-memory is not built.");
    const [small, large] = context.quick ? [2_000, 10_000] : [10_000, 100_000];
    const search = "search_decisions";
    context.progress(`${small} records`);
    const few = await fillOurs(context, ours, small);
    context.progress(`${large} records`);
    const many = await fillOurs(context, ours, large);
    const peerHome = fillPeer(context, small);
    const wordsOnly = { ...ours, args: ["--embeddings", "off"] };
    /** @type {Record<"few" | "many" | "plain" | "theirs", Searches[]>} */
    const runs = { few: [], many: [], plain: [], theirs: [] };
    for (let run = 0; run < RUNS; run += 1) {
      context.progress(`searches, ${run + 1} of ${RUNS}`);
      runs.few.push(await measureSearches(context, ours, few.home, search));
      if (peer) runs.theirs.push(await measureSearches(context, peer, peerHome, "search_nodes"));
      runs.many.push(await measureSearches(context, ours, many.home, search));
      runs.plain.push(await measureSearches(context, wordsOnly, few.home, search));
    }
    const peerRate = peer && (await peerWriteRate(context, peer, peerHome, small));
    const lost = await lostWrites(context, ours, recordCall, (home) =>
      countOurs(context, ours, home),
    );
    const peerLost = peer && (await lostWrites(context, peer, entityCall, countPeer));

    const median = (/** @type {number[]} */ values) => quantile(values, 0.5);
    /**
     * @param {Searches[]} some
     * @param {(run: Searches) => number} figure
     */
    const ofRuns = (some, figure) => (some.length === 0 ? "–" : spread(summary(some.map(figure))));
    /** @param {(run: Searches) => number} figure */
    const compared = (figure) =>
      peer ? ratio(median(runs.few.map(figure)), median(runs.theirs.map(figure))) : "–";
    /**
     * @param {string} name
     * @param {(run: Searches) => number} figure
     */
    const row = (name, figure) => [
      name,
      ofRuns(runs.few, figure),
      ofRuns(runs.many, figure),
      ofRuns(runs.theirs, figure),
      compared(figure),
    ];
    const firstOf = (/** @type {typeof few} */ filled, /** @type {Searches[]} */ some) =>
      Math.max(filled.firstBeforeEmbedding, ...some.map(({ first }) => first));
    const rows = [
      row("search p50, ms", ({ fromStart }) => median(fromStart)),
      row("search p95, ms", ({ fromStart }) => quantile(fromStart, 0.95)),
      row(`search p50 after ${SEARCHES} searches, ms`, ({ later }) => median(later)),
      [
        "writes, /s",
        number(median(few.rates)),
        number(median(many.rates)),
        peerRate ? number(peerRate) : "–",
        peerRate ? ratio(median(few.rates), peerRate) : "–",
      ],
      [
        "slowest first search after start, ms",
        number(firstOf(few, runs.few)),
        number(firstOf(many, runs.many)),
        "–",
        "–",
      ],
      [
        ...row(`RSS after ${2 * SEARCHES} searches, MB`, ({ memory }) => memory).slice(0, 3),
        "–",
        "–",
      ],
    ];
    return {
      tables: [
        {
          title: "By number of records",
          columns: [
            "",
            `ours, ${small}`,
            `ours, ${large}`,
            `server-memory, ${small}`,
            `ours ÷ theirs, ${small}`,
          ],
          rows,
        },
        {
          title: `Writes per second while ${large} records are written`,
          columns: ["tenth", "/s"],
          rows: many.rates.map((value, at) => [`${at + 1}`, number(value)]),
        },
        {
          title: "Faults and memory",
          columns: ["", "ours", "server-memory"],
          rows: [
            [
              "acknowledged writes lost of 50 parallel ones",
              `${lost}`,
              peerLost === undefined ? "–" : `${peerLost}`,
            ],
            [
              `RSS without embeddings after ${2 * SEARCHES} searches of ${small}, MB`,
              ofRuns(runs.plain, ({ memory }) => memory),
              "–",
            ],
          ],
        },
      ],
      charts: [],
      notes: [
        `Our writes are durable (fsync before the answer) with ${pipelineWindow} under way; server-memory does not sync and loses parallel writes, so its writes come one at a time.`,
        `Searches come one at a time, ours are hybrid. p50 and p95 are those of the first ${SEARCHES} searches after the one that a fresh server begins with; then the same of ${SEARCHES} more. Of ${RUNS} runs with a fresh server each, ours and theirs in turn, the median, and in brackets the lowest and the highest.`,
        "The texts are random sequences of real words. Writes are those of one run, the median of ten parts.",
      ],
    };
  },
};
