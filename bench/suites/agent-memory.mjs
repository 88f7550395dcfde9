import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipelineWindow } from "../src/call-streams.mjs";
import { number, ratio } from "../src/format.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { quantile } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */
/** @typedef {{ title: string, rationale: string, queries: string[] }} Labelled */

const SEARCHES = 100;
const PEER = "@modelcontextprotocol/server-memory";
const data = new URL("../data/agent-memory/decisions.json", import.meta.url);
/** @type {Labelled[]} */
const labelled = JSON.parse(readFileSync(data, "utf8"));
const queries = labelled.flatMap((one) => one.queries);
const words = labelled.flatMap(({ title, rationale }) => `${title} ${rationale}`.split(/\s+/));

/**
 * A text of real words that no other number gives.
 * @param {number} seed
 * @param {number} length
 */
function textOf(seed, length) {
  let state = seed + 1;
  const picked = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length];
  });
  return `${picked.join(" ")} ${seed}`;
}

/**
 * @param {number} seed
 * @returns {ToolCall}
 */
function recordCall(seed) {
  const text = {
    title: textOf(seed, 6),
    target: `target ${seed}`,
    rationale: textOf(seed + 7, 25),
  };
  return { name: "record_decision", arguments: text };
}

/**
 * @param {number} seed
 * @returns {ToolCall}
 */
function entityCall(seed) {
  const entity = {
    name: textOf(seed, 6),
    entityType: "decision",
    observations: [textOf(seed + 7, 25)],
  };
  return { name: "create_entities", arguments: { entities: [entity] } };
}

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

/**
 * Of searches that follow as many others, as in a server that has been up for a while.
 * @param {Session} session
 * @param {string} tool
 */
async function searchTimes(session, tool) {
  const times = [];
  for (let at = 0; at < 2 * SEARCHES; at += 1) {
    const call = { name: tool, arguments: { query: queries[at % queries.length] } };
    const startedAt = performance.now();
    await session.call(call, 0);
    times.push(performance.now() - startedAt);
  }
  return times.slice(SEARCHES);
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
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {number} size
 */
async function measureOurs(context, subject, size) {
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
  const third = await context.openSession(subject, home);
  await third.initialize();
  await third.call({ name: "search_decisions", arguments: { query: "where is data kept" } }, 0);
  const first = Math.max(firstBeforeEmbedding, performance.now() - third.startedAt);
  const times = await searchTimes(third, "search_decisions");
  const memory = processMemory(third.pid);
  await third.close();
  return { rates, first, times, memory, home };
}

/**
 * The peer rewrites its whole file with each write, so its records are laid down as a file, not written one by one.
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {number} size
 */
async function measurePeer(context, subject, size) {
  const home = context.newHome();
  mkdirSync(home, { recursive: true });
  const lines = Array.from({ length: size }, (_, seed) => {
    const { entities } = /** @type {{ entities: object[] }} */ (entityCall(seed).arguments);
    return JSON.stringify({ type: "entity", ...entities[0] });
  });
  writeFileSync(join(home, "memory.jsonl"), lines.join("\n"));
  const session = await context.openSession(subject, home);
  await session.initialize();
  const times = await searchTimes(session, "search_nodes");
  const rate = await write(session, entityCall, size, size + 50, 1);
  await session.close();
  return { times, rate };
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
    context.progress(`${small} records`);
    const few = await measureOurs(context, ours, small);
    context.progress(`${large} records`);
    const many = await measureOurs(context, ours, large);
    const wordsOnly = { ...ours, args: ["--embeddings", "off"] };
    const plain = await context.openSession(wordsOnly, few.home);
    await plain.initialize();
    await searchTimes(plain, "search_decisions");
    const withoutEmbeddings = processMemory(plain.pid);
    await plain.close();
    context.progress("the peer");
    const theirs = peer && (await measurePeer(context, peer, small));
    const lost = await lostWrites(context, ours, recordCall, (home) =>
      countOurs(context, ours, home),
    );
    const peerLost = peer && (await lostWrites(context, peer, entityCall, countPeer));

    const median = (/** @type {number[]} */ times) => quantile(times, 0.5);
    const rate = (/** @type {number[]} */ rates) => median(rates);
    const rows = [
      [
        "search p50, ms",
        number(median(few.times)),
        number(median(many.times)),
        theirs ? number(median(theirs.times)) : "–",
        theirs ? ratio(median(few.times), median(theirs.times)) : "–",
      ],
      [
        "search p95, ms",
        number(quantile(few.times, 0.95)),
        number(quantile(many.times, 0.95)),
        theirs ? number(quantile(theirs.times, 0.95)) : "–",
        "–",
      ],
      [
        "writes, /s",
        number(rate(few.rates)),
        number(rate(many.rates)),
        theirs ? number(theirs.rate) : "–",
        theirs ? ratio(rate(few.rates), theirs.rate) : "–",
      ],
      ["first search after start, ms", number(few.first), number(many.first), "–", "–"],
      [
        `RSS after ${2 * SEARCHES} searches, MB`,
        number(few.memory.now),
        number(many.memory.now),
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
              number(withoutEmbeddings.now),
              "–",
            ],
          ],
        },
      ],
      charts: [],
      notes: [
        `Our writes are durable (fsync before the answer) with ${pipelineWindow} under way; server-memory does not sync and loses parallel writes, so its writes come one at a time.`,
        `Searches come one at a time, the first ${SEARCHES} of each server are not counted; ours are hybrid. The texts are random sequences of real words.`,
        "One run: these figures take minutes and vary with what else the machine does.",
      ],
    };
  },
};
