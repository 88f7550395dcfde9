import { number } from "../src/format.mjs";
import { idleTransactions } from "../src/idle-transactions.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { quantile } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite } from "../src/types.ts" */

const NODES = 1_000;
const PAGE = 500;

/**
 * @param {Session} session
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @returns {Promise<Record<string, any>>}
 */
async function ask(session, name, args) {
  const { structuredContent } = await session.call({ name, arguments: args }, 0);
  return /** @type {Record<string, any>} */ (structuredContent);
}

/**
 * @param {() => Promise<unknown>} action
 * @param {number} times
 */
async function timesOf(action, times) {
  const taken = [];
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now();
    await action();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

/**
 * @param {Session} session
 * @param {string} graphId
 */
async function runToEnd(session, graphId) {
  const startedAt = performance.now();
  const { run_id } = await ask(session, "plan_run", { graph_id: graphId, max_parallel: 16 });
  const joined = await ask(session, "plan_join", { run_ids: [run_id], timeout_ms: 600_000 });
  if (!joined.satisfied) throw new Error(`A run of ${graphId} did not succeed.`);
  return { runId: run_id, ms: performance.now() - startedAt };
}

const nodes = Array.from({ length: NODES }, (_, index) => ({ id: `n${index}` }));
const edges = nodes
  .slice(1)
  .map(({ id }, index) => ({ from: `n${Math.floor(index / 2)}`, to: id }));

/**
 * Fills the event log by running graphs of no-op nodes, then pages through it at several depths.
 * @param {BenchContext} context
 * @param {Session} session
 */
async function measureEvents({ quick, progress }, session) {
  const nested = quick ? 10 : 99;
  const runs = quick ? 2 : 5;
  await ask(session, "graph_create", { name: "leaf", graph_id: "leaf", nodes });
  const outer = Array.from({ length: nested }, (_, index) => ({
    id: `g${index}`,
    attributes: { kind: "graph", graph_id: "leaf" },
  }));
  await ask(session, "graph_create", { name: "wide", graph_id: "wide", nodes: outer });
  let events = 0;
  let ms = 0;
  let runId = "";
  for (let run = 0; run < runs; run += 1) {
    progress(`filling the event log, ${run + 1} of ${runs}`);
    const ended = await runToEnd(session, "wide");
    events += nested * (NODES + 1) * 2 + 2;
    ms += ended.ms;
    runId = ended.runId;
  }
  const uri = `sc://runs/${runId}/events`;
  const { next_seq: first } = await ask(session, "resources_watch", { uri, limit: 1 });
  const { next_seq: last } = await ask(session, "resources_watch", {
    uri,
    from_seq: 2 ** 40,
    limit: 1,
  });
  const depths = [0, 0.5, 0.95].map((share) =>
    Math.floor(first - 1 + (Math.min(last, first + events / runs) - first) * share),
  );
  const pages = [];
  for (const from_seq of depths)
    pages.push(
      await timesOf(
        () => ask(session, "resources_watch", { uri, from_seq, limit: PAGE }),
        quick ? 50 : 200,
      ),
    );
  return { events, rate: (events * 1_000) / ms, pages };
}

/**
 * @param {BenchContext} context
 * @param {Session} session
 */
async function measureCommits({ quick }, session) {
  await ask(session, "graph_create", { name: "big", graph_id: "big", nodes, edges });
  let value = 0;
  const commit = async () => {
    value += 1;
    const { tx_id } = await ask(session, "tx_begin", { graph_id: "big" });
    await ask(session, "tx_apply", {
      tx_id,
      ops: [{ op: "set_node_attribute", id: `n${value % NODES}`, key: "x", value }],
    });
    const startedAt = performance.now();
    await ask(session, "tx_commit", { tx_id });
    return performance.now() - startedAt;
  };
  const many = quick ? 200 : 1_000;
  const taken = [];
  for (let round = 0; round < many; round += 1) taken.push(await commit());
  return { early: taken.slice(0, many / 5), late: taken.slice(-many / 5), versions: many };
}

/** @param {Session} session */
async function measureRuns(session) {
  await ask(session, "graph_create", { name: "dag", graph_id: "dag", nodes, edges });
  const taken = [];
  for (let round = 0; round < 5; round += 1) taken.push((await runToEnd(session, "dag")).ms);
  return taken;
}

/**
 * Sixteen children that write as fast as they can, and calls meanwhile.
 * @param {BenchContext} context
 * @param {Session} session
 */
async function measureOutput({ quick }, session) {
  const megabytes = quick ? 2 : 100 / 16;
  const script = `
    const block = Buffer.from(("x".repeat(99) + "\\n").repeat(1000));
    let left = ${Math.round(megabytes * 10)};
    (function write() { while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once("drain", write); })();`;
  const children = Array.from({ length: 16 }, () => ({
    command: process.execPath,
    args: ["-e", script],
    timeout_ms: 600_000,
  }));
  const startedAt = performance.now();
  await ask(session, "child_batch_create", { children });
  const calls = [];
  for (;;) {
    const askedAt = performance.now();
    const { children: running } = await ask(session, "child_list", {
      states: ["running"],
      limit: 1,
    });
    calls.push(performance.now() - askedAt);
    if (running.length === 0) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { children: ended } = await ask(session, "child_list", { limit: 100 });
  const lines = Math.round(megabytes * 10) * 1_000;
  const lost = ended.filter(
    (/** @type {{ last_seq: number }} */ child) => child.last_seq !== lines + 2,
  ).length;
  return { megabytes: (lines * 16 * 100) / 1e6, seconds, calls, lost };
}

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure(context, subject) {
  const args = [
    "--enable-all",
    "--disable-causal-memory",
    "--max-event-history",
    "2000000",
    "--allow-command",
    process.execPath,
  ];
  const session = await context.openSession({
    ...subject,
    args: [...args, "--log-level", "error"],
  });
  await session.initialize();
  const runs = await measureRuns(session);
  const commits = await measureCommits(context, session);
  const output = await measureOutput(context, session);
  const events = await measureEvents(context, session);
  const memory = processMemory(session.pid);
  await session.close();
  return { runs, commits, output, events, memory };
}

/** @param {readonly number[]} values */
const p50 = (values) => number(quantile(values, 0.5));
/** @param {readonly number[]} values */
const p99 = (values) => number(quantile(values, 0.99));

/** @type {Suite} */
export const suite = {
  name: "orchestrator",
  describe:
    "Events, pages, graph commits, runs and output of children of orchestrator-resources, against what it promises",
  async run(context) {
    const subject = context.subjects.find(({ name }) => name === "orchestrator-resources");
    if (subject === undefined) throw new Error("orchestrator-resources is not built.");
    const { runs, commits, output, events, memory } = await measure(context, subject);
    context.progress("counting what idle workers ask");
    const idle = await idleTransactions(context, subject);
    const [start, middle, end] = events.pages;
    return {
      tables: [
        {
          title: "Figures",
          columns: ["what", "measured", "promised"],
          rows: [
            ["events appended by runs, /s", number(events.rate), "≥ 5,000"],
            [
              `page of ${PAGE} at ${number(events.events)} stored events, first, p50 ms`,
              p50(start ?? []),
              "≤ 5",
            ],
            ["the same in the middle, p50 ms", p50(middle ?? []), "≤ 5"],
            ["the same near the end, p50 ms", p50(end ?? []), "≤ 5"],
            [`tx_commit on ${NODES} nodes, first versions, p50 ms`, p50(commits.early), "≤ 10"],
            [`the same after ${commits.versions} versions, p50 ms`, p50(commits.late), "≤ 10"],
            [
              `run of ${NODES} no-op nodes, 16 at a time, median s`,
              number(quantile(runs, 0.5) / 1_000),
              "≤ 2",
            ],
            [
              `16 children writing ${number(output.megabytes)} MB together, s`,
              number(output.seconds),
              "–",
            ],
            ["calls meanwhile, p50 ms", p50(output.calls), "–"],
            ["calls meanwhile, p99 ms", p99(output.calls), "< 100"],
            ["children with a lost line", String(output.lost), "0"],
            ["peak memory of all this, MB", number(memory.peak), "–"],
            ["transactions of a server with two idle workers on PostgreSQL, /s", number(idle), "–"],
          ],
        },
      ],
      charts: [],
      notes: [
        "Times are seen by the client, its parsing included. A page of 500 events is about 300 kB of JSON, in text and structured.",
        "Events are appended by runs of no-op nodes: two per node, with the node's state in the same transactions, durable (fsync).",
      ],
    };
  },
};
