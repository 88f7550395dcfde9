import { once } from "node:events";
import { createServer, request } from "node:http";
import { callInTurn } from "../src/call-streams.mjs";
import { countTokens } from "../src/count-tokens.mjs";
import { number, spread } from "../src/format.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { AddressInfo } from "node:net" */
/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */

const evidence = [{ description: "E", likelihood_if_true: 0.8, likelihood_if_false: 0.2 }];
const scores = {
  A: { cost: 0.9, speed: 0.4 },
  B: { cost: 0.5, speed: 0.8 },
  C: { cost: 0.6, speed: 0.6 },
};

/** @type {Record<string, ToolCall>} */
const LOCAL = {
  reasoning_preset_list: { name: "reasoning_preset_list", arguments: {} },
  reasoning_probabilistic: {
    name: "reasoning_probabilistic",
    arguments: { hypothesis: "H{n}", prior: 0.3, evidence },
  },
  reasoning_make_decision: {
    name: "reasoning_make_decision",
    arguments: { question: "Q{n}", alternatives: ["A", "B", "C"], scores },
  },
  "reasoning_make_decision, TOPSIS": {
    name: "reasoning_make_decision",
    arguments: { question: "Q{n}", alternatives: ["A", "B", "C"], scores, method: "topsis" },
  },
  "reasoning_auto, by rules": {
    name: "reasoning_auto",
    arguments: { content: "Which option {n}?" },
  },
  "reasoning_detect_biases, by rules": {
    name: "reasoning_detect_biases",
    arguments: { content: "We have already invested {n} dollars. Everyone is doing it." },
  },
};

/** @type {Record<string, ToolCall>} */
const MODEL = {
  reasoning_linear: { name: "reasoning_linear", arguments: { content: "Thought {n}" } },
  reasoning_tree: { name: "reasoning_tree", arguments: { content: "Thought {n}" } },
  reasoning_divergent: { name: "reasoning_divergent", arguments: { content: "Thought {n}" } },
};

/** A Langbase that answers at once. */
async function startLangbase() {
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk) => (body += chunk));
    incoming.on("end", () => {
      const count = Number(/Give (\d+)/.exec(body)?.[1] ?? 3);
      const item = (/** @type {number} */ index) => ({ content: `Item ${index}`, confidence: 0.7 });
      const completion = {
        thought: "Thought",
        confidence: 0.9,
        nodes: Array.from({ length: count }, (_, index) => item(index)),
        branches: [item(1), item(2), item(3)],
        perspectives: [{ viewpoint: "V", novelty_score: 0.5 }],
        ...(body.includes("Operation: score") && {
          relevance: 0.1,
          validity: 0.1,
          depth: 0.1,
          novelty: 0.1,
        }),
      };
      response.writeHead(200, { "content-type": "application/json", "lb-thread-id": "t" });
      response.end(JSON.stringify({ success: true, completion: JSON.stringify(completion) }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The cost of a bare exchange from here, for comparison. */
async function bareExchange(/** @type {string} */ url, /** @type {number} */ count) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await new Promise((resolve, reject) => {
      const outgoing = request(url, { method: "POST" }, (response) => {
        response.resume().on("end", resolve);
      });
      outgoing.on("error", reject).end(JSON.stringify({ name: "x" }));
    });
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}

/**
 * @param {Session} session
 * @param {Record<string, ToolCall>} calls
 * @param {number} count
 */
async function latencies(session, calls, count) {
  /** @type {Record<string, number>} */
  const medians = {};
  for (const [name, call] of Object.entries(calls)) {
    await callInTurn(session, call, Math.ceil(count / 4));
    medians[name] = quantile(await callInTurn(session, call, count, count), 0.5);
  }
  return medians;
}

/**
 * @param {Session} session
 * @param {string} name
 * @param {object} args
 */
async function ask(session, name, args) {
  const result = await session.call({ name: `reasoning_got_${name}`, arguments: { ...args } }, 0);
  return /** @type {any} */ (result["structuredContent"]);
}

/**
 * Runs the actions with a number of them under way.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<unknown>} action
 */
async function inParallel(items, action) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

/**
 * @param {Session} session
 * @param {number} size
 */
async function graphTimes(session, size) {
  const config = { max_depth: 10, max_branches: 10 };
  const { graph_id, root_node_id } = await ask(session, "init", { content: "root", config });
  /** @type {string[]} */
  let level = [root_node_id];
  /** @type {string[]} */
  const all = [];
  while (all.length < size - 1) {
    /** @type {string[]} */
    const next = [];
    await inParallel(level.slice(0, Math.ceil((size - 1 - all.length) / 10)), async (node_id) => {
      const { nodes } = await ask(session, "generate", { graph_id, node_id, k: 10 });
      for (const { id } of nodes) next.push(id);
    });
    all.push(...next);
    level = next;
  }
  await inParallel(all.slice(0, all.length / 2), (node_id) =>
    ask(session, "score", { graph_id, node_id }),
  );
  /** @type {(name: string) => Promise<number>} */
  const timeOf = async (name) => {
    const began = performance.now();
    await ask(session, name, { graph_id });
    return performance.now() - began;
  };
  const states = [];
  for (let index = 0; index < 10; index += 1) states.push(await timeOf("state"));
  return {
    state: quantile(states, 0.5),
    prune: await timeOf("prune"),
    finalize: await timeOf("finalize"),
  };
}

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} url
 */
async function measure(context, subject, url) {
  const count = context.quick ? 100 : 400;
  const local = await context.openSession(subject);
  await local.initialize();
  const locally = await latencies(local, LOCAL, count);
  await local.close();
  const backed = {
    ...subject,
    args: ["--log-level", "error"],
    env: { ...subject.env, LANGBASE_API_KEY: "bench", LANGBASE_BASE_URL: url },
  };
  const session = await context.openSession(backed);
  await session.initialize();
  const byModel = await latencies(session, MODEL, count);
  const graph = await graphTimes(session, context.quick ? 2_000 : 10_000);
  await session.close();
  return { locally, byModel, graph, bare: await bareExchange(url, count) };
}

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function tokensOf(context, subject) {
  /** @type {string[][]} */
  const rows = [];
  for (const set of ["", "core", "tree", "got", "detect", "decide", "presets", "observe"]) {
    const args = [...(subject.args ?? []), ...(set === "" ? [] : ["--toolsets", set])];
    const session = await context.openSession({ ...subject, args });
    await session.initialize();
    const { tools } = /** @type {{ tools: any[] }} */ (await session.request("tools/list"));
    await session.close();
    const seen = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    rows.push([
      set || "all (the default)",
      `${tools.length}`,
      `${countTokens({ tools })}`,
      `${countTokens(seen)}`,
    ]);
  }
  return rows;
}

/** @type {Suite} */
export const suite = {
  name: "langbase-reasoning",
  describe:
    "Local tools, calls on a Langbase without latency, a large graph of thoughts, tokens by toolset",
  async run(context) {
    const subjects = context.subjects.filter(({ name }) => name === "langbase-reasoning");
    const [subject] = subjects;
    if (subject === undefined)
      return { tables: [], charts: [], notes: ["The server is not built."] };
    const langbase = await startLangbase();
    const measured = await context.interleave(subjects, (one) =>
      measure(context, one, langbase.url),
    );
    langbase.close();
    const runs = [...measured.values()].flat();
    /** @type {(pick: (run: (typeof runs)[number]) => number | undefined) => string} */
    const figure = (pick) => spread(summary(runs.map((run) => pick(run) ?? Number.NaN)));
    const size = context.quick ? "2,000" : "10,000";
    return {
      tables: [
        {
          title: "Calls without a model",
          columns: ["call", "p50, ms", "wanted"],
          rows: Object.keys(LOCAL).map((name) => [name, figure((run) => run.locally[name]), "≤ 2"]),
        },
        {
          title: "Calls on a Langbase that answers at once",
          columns: ["call", "p50, ms", "wanted"],
          rows: [
            ...Object.keys(MODEL).map((name) => [name, figure((run) => run.byModel[name]), "≤ 5"]),
            ["the bare HTTP exchange", figure((run) => run.bare), ""],
          ],
        },
        {
          title: `A graph of ${size} nodes`,
          columns: ["call", "ms", "wanted"],
          rows: [
            ["reasoning_got_state", figure((run) => run.graph.state), "≤ 50"],
            ["reasoning_got_prune, half of it", figure((run) => run.graph.prune), "≤ 200"],
            ["reasoning_got_finalize", figure((run) => run.graph.finalize), "≤ 200"],
          ],
        },
        {
          title: "Tokens of tools/list by toolset",
          columns: ["toolset", "tools", "whole answer", "seen by the model"],
          rows: await tokensOf(context, subject),
        },
      ],
      charts: [],
      notes: [
        context.sampling,
        `Every call that stores something waits for the disk. Each figure is the median of ${number(context.quick ? 100 : 400)} calls, one after the other.`,
        "Wanted: at most 3,500 tokens for all 28 tools, 900 for core.",
      ],
    };
  },
};
