import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { buildWithMaps } from "../src/build-with-maps.mjs";
import { countHops, startCounted } from "../src/count-hops.mjs";
import { connectOverHttp, connectOverStdio } from "../src/counted-clients.mjs";
import { startPostgres } from "../src/start-postgres.mjs";

/** @import { Suite, ToolCall } from "../src/types.ts" */

/**
 * @typedef {{ title: string, server: string, overHttp?: boolean, onPostgres?: boolean, inRepository?: boolean, args?: string[], env?: Record<string, string>,
 *   before: (n: number) => ToolCall, call: (n: number) => ToolCall }} Walk
 */

const MEMORY = { AGENT_MEMORY_SECRET: "bench-secret", AGENT_MEMORY_COOLDOWN_MS: "0" };
const WARM_UP_CALLS = 5;
const COUNTED_CALLS = 3;

/** @param {number} n */
const recordDecision = (n) => ({
  name: "record_decision",
  arguments: { title: `Decision ${n}`, target: `target ${n}`, rationale: `The reason for ${n}` },
});

/** @param {number} n */
const searchDecisions = (n) => ({
  name: "search_decisions",
  arguments: { query: `the reason for decision ${n}` },
});

/** @param {number} n */
const createGraph = (n) => ({
  name: "graph_create",
  arguments: {
    name: `g${n}`,
    graph_id: `g${n}`,
    nodes: [{ id: "a" }, { id: "b" }],
    edges: [{ from: "a", to: "b" }],
  },
});

/** @param {number} n */
const runPlan = (n) => ({ name: "plan_run", arguments: { graph_id: `g${n}` } });

/** @param {number} n */
const auditedThought = (n) => ({
  name: "sequentialthinking",
  arguments: {
    thought: `Sum.\n\n\`\`\`js\nexport const sum = (list) => list.reduce((a, b) => a + b, ${n});\n\`\`\``,
    thoughtNumber: n,
    totalThoughts: n,
    nextThoughtNeeded: true,
  },
});

/** @type {Walk[]} */
const WALKS = [
  {
    title: "`search_decisions`, stdio, SQLite",
    server: "agent-memory",
    env: MEMORY,
    before: recordDecision,
    call: searchDecisions,
  },
  {
    title: "`plan_run` of two nodes, HTTP, SQLite",
    server: "orchestrator-resources",
    overHttp: true,
    args: ["--enable-graphs", "--enable-runs"],
    before: createGraph,
    call: runPlan,
  },
  {
    title: "an audited thought, stdio, SQLite",
    server: "gan-audit",
    inRepository: true,
    env: { ENABLE_GAN_AUDITING: "true" },
    before: auditedThought,
    call: auditedThought,
  },
  {
    title: "`record_decision`, stdio, PostgreSQL",
    server: "agent-memory",
    onPostgres: true,
    env: MEMORY,
    before: recordDecision,
    call: (n) => recordDecision(n + 1_000),
  },
];

/** @type {Suite} */
export const suite = {
  name: "hops",
  describe: "How many of our own source files one call crosses",
  async run({ newHome, progress }) {
    const postgres = await startPostgres();
    const rows = [];
    try {
      for (const walk of WALKS) {
        progress(walk.title);
        const database = walk.onPostgres ? await postgres.createDatabase() : undefined;
        rows.push(await walkThrough(walk, newHome(), database));
      }
    } finally {
      await postgres.stop();
    }
    return {
      tables: [
        {
          title: "One call",
          columns: ["call", "own files", "lines in them", "functions"],
          rows: rows.map(({ title, files, lines, functions }) => [
            title,
            `${files.length}`,
            `${lines}`,
            `${functions}`,
          ]),
        },
        ...rows.map(({ title, files }) => ({
          title: `Files of ${title}`,
          columns: ["folder", "files"],
          rows: byFolder(files),
        })),
      ],
      charts: [],
      notes: [
        "Each server is bundled with source maps and runs under V8's precise coverage. After five calls to warm up, three calls are counted, each until 200 ms after its answer; a file counts when one of its functions ran in all three.",
        "The judges' own processes, which gan-audit starts, are not counted, nor are libraries.",
      ],
    };
  },
};

/**
 * @param {Walk} walk
 * @param {string} home
 * @param {string | undefined} database
 */
async function walkThrough(walk, home, database) {
  if (walk.inRepository) execFileSync("git", ["init", "--quiet"], { cwd: home });
  const { entry, remove } = await buildWithMaps(walk.server);
  const port = walk.overHttp ? await freePort() : undefined;
  const args = [
    ...(walk.args ?? []),
    "--log-level",
    "error",
    ...(port === undefined ? [] : ["--http", `127.0.0.1:${port}`]),
  ];
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    ...walk.env,
    ...(database && { DATABASE_URL: database }),
  };
  const child = startCounted(entry, { args, env, cwd: home });
  const ended = once(child, "exit");
  const died = ended.then(([code]) => {
    throw new Error(`${walk.server} ended with ${code}.`);
  });
  try {
    return await Promise.race([died, walked()]);
  } finally {
    died.catch(() => undefined);
    child.kill("SIGTERM");
    await ended;
    remove();
  }

  async function walked() {
    const call =
      port === undefined
        ? await connectOverStdio(child)
        : await retry(() => connectOverHttp(`http://127.0.0.1:${port}/mcp`));
    for (let n = 1; n <= WARM_UP_CALLS; n += 1) {
      await call(walk.before(n));
      await call(walk.call(n));
    }
    const numbers = Array.from({ length: COUNTED_CALLS }, (_, index) => WARM_UP_CALLS + 1 + index);
    for (const n of numbers) await call(walk.before(n));
    const hops = await countHops(
      child,
      numbers.map((n) => () => call(walk.call(n))),
    );
    return { title: walk.title, ...hops };
  }
}

/** @param {string[]} files */
function byFolder(files) {
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const names = folders.get(folder) ?? [];
    names.push(file.slice(folder.length + 1).replace(/\.ts$/, ""));
    folders.set(folder, names);
  }
  return [...folders].map(([folder, names]) => [`${folder} (${names.length})`, names.join(", ")]);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

/**
 * @template Result
 * @param {() => Promise<Result>} connect
 */
async function retry(connect) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await connect();
    } catch (error) {
      if (tries === 100) throw error;
      await delay(100);
    }
  }
}
