import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { number, ratio, spread } from "../src/format.mjs";
import { modernMessage } from "../src/modern-request.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { processTime } from "../src/process-time.mjs";
import { startHttpServer } from "../src/start-http-server.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { Subject, Suite, ToolCall } from "../src/types.ts" */

const GREEDY = fileURLToPath(new URL("../src/greedy-client.mjs", import.meta.url));
const ALONE = "nothing";
const DEFAULT_RATE = 200;
const LIFTED_RATE = 100_000;
const CALL_EVERY_MS = 10;
const WARM_UP_CALLS = 100;
const REACH_LEVEL_MS = 2_000;

/** @type {{ name: string, kind?: string, rate: number }[]} */
const LOADS = [
  { name: ALONE, rate: DEFAULT_RATE },
  { name: "nothing, but keeps a core busy", kind: "spin", rate: DEFAULT_RATE },
  { name: "600 streams", kind: "streams", rate: DEFAULT_RATE },
  { name: "100 unfinished bodies of 8 MiB", kind: "bodies", rate: DEFAULT_RATE },
  { name: "500 silent connections a second", kind: "silence", rate: DEFAULT_RATE },
  { name: "128 calls under way, above the rate limit", kind: "calls", rate: DEFAULT_RATE },
  { name: "128 calls under way, no rate limit", kind: "calls", rate: LIFTED_RATE },
];

/** @param {string} home */
function writeTokens(home) {
  const file = join(home, "tokens.json");
  const entry = (/** @type {string} */ tenant) => [
    createHash("sha256").update(`token-of-${tenant}`).digest("hex"),
    { tenant },
  ];
  const tokens = Object.fromEntries([entry("greedy"), entry("modest")]);
  writeFileSync(file, JSON.stringify(tokens), { mode: 0o600 });
  return file;
}

/**
 * @param {URL} url
 * @param {Agent} agent
 * @param {{ path?: string, headers?: Record<string, string>, body?: string }} [message]
 * @returns {Promise<{ ms: number, isFine: boolean }>}
 */
function ask(url, agent, { path, headers = {}, body } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const done = (/** @type {boolean} */ isFine) =>
      resolve({ ms: performance.now() - startedAt, isFine });
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request(new URL(path ?? "", url), { agent, method, headers }, (response) => {
      response.resume();
      response.once("close", () => done(response.complete && response.statusCode === 200));
    });
    outgoing.once("error", () => done(false));
    outgoing.end(body);
  });
}

/**
 * A tenant that makes a call every ten milliseconds, and a balancer that asks on new connections.
 * @param {URL} url
 * @param {ToolCall} call
 * @param {number} calls
 */
async function beModest(url, call, calls) {
  const agent = new Agent({ keepAlive: true });
  const fresh = new Agent({ keepAlive: false });
  const message = modernMessage("token-of-modest", "tools/call", { ...call });
  const answers = [];
  const checks = [];
  for (let index = 0; index < calls; index += 1) {
    const answer = await ask(url, agent, { path: url.pathname, ...message });
    answers.push(answer);
    if (index % 10 === 0) checks.push(await ask(url, fresh, { path: "/healthz" }));
    await delay(Math.max(0, CALL_EVERY_MS - answer.ms));
  }
  agent.destroy();
  fresh.destroy();
  return { answers, checks };
}

/**
 * @param {Subject & { call: ToolCall }} subject
 * @param {(typeof LOADS)[number]} load
 * @param {string} home
 * @param {number} calls
 */
async function measure(subject, load, home, calls) {
  const env = { ...subject.env, MCP_TOKENS_FILE: writeTokens(home) };
  const server = await startHttpServer({ ...subject, env }, home, load.rate);
  const url = new URL(server.url);
  await beModest(url, subject.call, WARM_UP_CALLS);
  const before = processMemory(server.pid).now;
  const args = [load.kind ?? "", server.url, "token-of-greedy", JSON.stringify(subject.call)];
  const greedy = load.kind && spawn(process.execPath, [GREEDY, ...args], { stdio: "ignore" });
  const ended = greedy && once(greedy, "close");
  try {
    await delay(REACH_LEVEL_MS);
    const began = { at: performance.now(), used: processTime(server.pid) };
    const { answers, checks } = await beModest(url, subject.call, calls);
    const elapsed = performance.now() - began.at;
    const processor = ((processTime(server.pid) - began.used) / elapsed) * 100;
    if (greedy && greedy.exitCode !== null)
      throw new Error(`The greedy client of ${load.name} gave up.`);
    const times = answers.map(({ ms }) => ms);
    return {
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      refused: [...answers, ...checks].filter(({ isFine }) => !isFine).length,
      health: quantile(
        checks.map(({ ms }) => ms),
        0.99,
      ),
      processor,
      memory: processMemory(server.pid).peak - before,
    };
  } finally {
    if (greedy) greedy.kill("SIGKILL");
    await ended;
    await server.close();
  }
}

/** @type {Suite} */
export const suite = {
  name: "fairness",
  describe:
    "One HTTP server, two tenants: how long calls of a modest one take while the other takes all it can get",
  async run({ subjects, interleave, newHome, quick, sampling, progress }) {
    const subject = subjects.find(({ name }) => name === "agent-memory");
    if (!subject?.call) {
      progress("left out: agent-memory is not among the subjects");
      return undefined;
    }
    const { call } = subject;
    const [loadBefore = 0] = loadavg();
    const calls = quick ? 100 : 300;
    const measured = await interleave(LOADS, (load) =>
      measure({ ...subject, call }, load, newHome(), calls),
    );
    const results = [...measured].map(([load, samples]) => {
      const of = (/** @type {keyof (typeof samples)[number]} */ key) =>
        summary(samples.map((sample) => sample[key]));
      const refused = samples.reduce((sum, sample) => sum + sample.refused, 0);
      return {
        load,
        refused,
        p50: of("p50"),
        p99: of("p99"),
        health: of("health"),
        processor: of("processor"),
        memory: of("memory"),
      };
    });
    const alone = results.find(({ load }) => load.name === ALONE)?.p99.value;
    return {
      tables: [
        {
          title: "The modest tenant",
          columns: [
            "the greedy one has",
            "p50, ms",
            "p99, ms",
            "× alone",
            "/healthz p99, ms",
            "not answered",
            "server, % of a core",
            "memory, MB",
          ],
          rows: results.map(({ load, refused, p50, p99, health, processor, memory }) => [
            load.name,
            spread(p50),
            spread(p99),
            ratio(p99.value, alone),
            spread(health),
            number(refused).replace(/\.0+$/, ""),
            spread(processor),
            spread(memory),
          ]),
        },
      ],
      charts: [],
      notes: [
        sampling,
        `agent-memory with a tokens file and the limits that it has by default. The modest tenant calls \`${call.name}\` every ${CALL_EVERY_MS} ms, ${calls} times in each run; every tenth time somebody asks \`/healthz\` on a new connection.`,
        "The greedy tenant is a process of its own, begins again whatever is refused, and shares the two cores with the server and the modest one.",
        `Before the first run ${number(loadBefore)} other processes wanted the ${availableParallelism()} cores, on average over a minute. Compare the rows with the second one, too: there the greedy process takes processor time from the server, and nothing else.`,
        "Memory: how much the most that the process ever had is above what it had before the greedy tenant came.",
      ],
    };
  },
};
