import { number } from "../src/format.mjs";
import { processMemory } from "../src/process-memory.mjs";

/** @import { BenchContext, Session, Suite } from "../src/types.ts" */

const ARGS = ["--enable-all", "--log-level", "error", "--max-event-history", "500"];

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
 * A bit of everything: a run with a child, changes of a graph, of the blackboard and of facts, and their readers.
 * @param {Session} session
 * @param {number} round
 */
async function work(session, round) {
  const { run_id } = await ask(session, "plan_run", { graph_id: "soak", max_parallel: 4 });
  const op = { op: "set_node_attribute", id: "n1", key: "round", value: round };
  await ask(session, "graph_mutate", { graph_id: "changing", ops: [op] });
  await ask(session, "bb_set", {
    key: `soak:${round % 100}`,
    value: "x".repeat(1_000),
    ttl_ms: 5_000,
  });
  await ask(session, "stig_mark", { node_id: `n${round % 10}` });
  await ask(session, "plan_join", { run_ids: [run_id], include_nodes: true });
  await ask(session, "resources_watch", { uri: `sc://runs/${run_id}/events` });
  await ask(session, "events_subscribe", { run_id });
  await ask(session, "resources_list", { limit: 50 });
  if (round % 50 === 0) await ask(session, "child_gc", {});
}

/** @type {Suite} */
export const suite = {
  name: "orchestrator-soak",
  describe:
    "Memory of orchestrator-resources over ten minutes of runs, children, graphs and readers",
  async run({ subjects, openSession, quick, progress }) {
    const subject = subjects.find(({ name }) => name === "orchestrator-resources");
    if (subject === undefined) throw new Error("orchestrator-resources is not built.");
    const args = [...ARGS, "--allow-command", process.execPath];
    const session = await openSession({ ...subject, args });
    await session.initialize();
    const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `n${index}` }));
    const child = { kind: "child", command: process.execPath, args: '["-e","console.log(1)"]' };
    await ask(session, "graph_create", { name: "changing", graph_id: "changing", nodes });
    await ask(session, "graph_create", {
      name: "soak",
      graph_id: "soak",
      nodes: [...nodes, { id: "child", attributes: child }],
    });
    const minutes = quick ? 1 : 10;
    const began = performance.now();
    const parts = 10;
    const samples = [];
    let round = 0;
    for (let part = 1; part <= parts; part += 1) {
      const end = began + (part * minutes * 60_000) / parts;
      /** @type {number[]} */
      const memory = [];
      while (performance.now() < end) {
        await work(session, round);
        round += 1;
        memory.push(processMemory(session.pid).now);
      }
      samples.push({ rounds: round, most: Math.max(...memory) });
      progress(`${part} of ${parts}: ${number(samples.at(-1)?.most ?? 0)} MB`);
    }
    await session.close();
    return {
      tables: [
        {
          title: `${minutes} minutes, ${round} rounds`,
          columns: ["part", "rounds so far", "most memory, MB"],
          rows: samples.map(({ rounds, most }, index) => [
            `${index + 1}`,
            `${rounds}`,
            number(most),
          ]),
        },
      ],
      charts: [],
      notes: [
        "Each round is a run of 51 nodes with one child process, three writes and four reads.",
        "Memory is what is measured: how many rounds there were depends on what else the machine did.",
      ],
    };
  },
};
