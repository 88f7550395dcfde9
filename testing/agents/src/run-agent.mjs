import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startScriptedModel } from "./scripted-model.mjs";
import { scenarioFor, SERVERS } from "./scenario.mjs";

/** @import { Agent, Place } from "./agents.mjs" */
/** @typedef {{ step: string, problem?: string }} Finding */

const cli = fileURLToPath(new URL("../../../apps/cli/dist/main.mjs", import.meta.url));
const SESSION_MS = 90_000;
const GONE_MS = 10_000;
const RUNS_ON = "\0daemon\0";

/** @param {string} home @param {string} programs */
export function environment(home, programs) {
  return {
    PATH: `${programs}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_CACHE_HOME: join(home, ".cache"),
    LANG: "C.UTF-8",
    NO_COLOR: "1",
  };
}

/**
 * Configures an agent with our own command in a home, lets a scripted model lead it through the scenario, interrupts it once, and reports each step.
 * @param {Agent} agent
 * @param {{ home: string, programs: string, earlier: string | undefined }} where
 * @returns {Promise<Finding[]>}
 */
export async function runAgent(agent, { home, programs, earlier }) {
  const steps = scenarioFor(agent.title, earlier);
  const model = await startScriptedModel((turn, number) => steps[number - 1]?.calls(turn) ?? []);
  const folder = join(home, "work", agent.title.replaceAll(" ", "-"));
  mkdirSync(folder, { recursive: true });
  const place = { home, folder, url: model.url, servers: SERVERS };
  const env = environment(home, programs);
  try {
    const added = add(agent.client, model.counselUrl, folder, env);
    if (added !== undefined) return [{ step: "faculties add", problem: added }];
    agent.prepare?.(place);
    const session = await ask(agent, place, env, "Go on.");
    const findings = [checkTools(model.turns[0]?.tools), ...checkSteps(steps, model.turns)];
    for (const fault of model.faults) findings.push({ step: "the script", problem: fault });
    if (findings.some(({ problem }) => problem))
      findings.push({ step: "the end of the output", problem: session });
    return [...findings, await interrupt(agent, place, env)];
  } finally {
    model.close();
  }
}

/** @param {string} client @param {string} counselUrl @param {string} folder @param {Record<string, string>} env */
function add(client, counselUrl, folder, env) {
  const compatible = [
    "--env",
    `COMPATIBLE_BASE_URL=${counselUrl}`,
    "--env",
    "CONVERSE_MODEL=counsel",
  ];
  const flags = ["--client", client, "--yes", "--no-check", "--force"];
  for (const server of SERVERS) {
    const own = server === "converse" ? compatible : ["--model", "none"];
    const args = [cli, "add", server, ...flags, ...own];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    if (status !== 0) return stderr.trim();
  }
  return undefined;
}

/** @param {Agent} agent @param {Place} place @param {Record<string, string>} env @param {string} prompt */
function start(agent, place, env, prompt) {
  const { program, args, env: own } = agent.command(place, prompt);
  return spawn(program, args, {
    cwd: place.folder,
    env: { ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which signals reach as they do from a terminal: some agents are a parent and a child.
    detached: true,
  });
}

/** @param {Agent} agent @param {Place} place @param {Record<string, string>} env @param {string} prompt */
export async function ask(agent, place, env, prompt) {
  const child = start(agent, place, env, prompt);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => (output += piece));
  const limit = setTimeout(() => signalGroup(child, "SIGKILL"), SESSION_MS);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(limit);
  return output.slice(-800);
}

/** @param {string[] | undefined} tools @returns {Finding} */
function checkTools(tools = []) {
  const step = "all five servers at the first request";
  const flat = tools.map((tool) => tool.replaceAll("-", "_"));
  const missing = SERVERS.filter(
    (server) => !flat.some((tool) => tool.includes(server.replaceAll("-", "_"))),
  );
  return missing.length === 0 ? { step } : { step, problem: `without ${missing.join(", ")}` };
}

/** @param {ReturnType<typeof scenarioFor>} steps @param {readonly { results: string[] }[]} turns @returns {Finding[]} */
function checkSteps(steps, turns) {
  let before = 0;
  return steps.map(({ name, expects }, at) => {
    const results = turns[at + 1]?.results.slice(before) ?? [];
    before += expects.length;
    const unmet = expects.find((expected) => !results.some((result) => expected.test(result)));
    return unmet === undefined
      ? { step: name }
      : {
          step: name,
          problem: `the model did not see ${unmet}, but: ${results.join(" | ").slice(0, 600)}`,
        };
  });
}

/** Ends the agent in the middle of a call that takes a minute: its servers must go with it. */
/** @param {Agent} agent @param {Place} place @param {Record<string, string>} env @returns {Promise<Finding>} */
async function interrupt(agent, place, env) {
  const step = "an interrupted call leaves no server behind";
  /** @type {() => void} */
  let called = () => undefined;
  const isCalled = new Promise((resolve) => (called = () => resolve(undefined)));
  const server = "orchestrator-resources";
  const graph = {
    name: "long",
    nodes: [{ id: "pause", attributes: { kind: "wait", ms: 60_000 } }],
    graph_id: `long of ${agent.title}`,
  };
  const model = await startScriptedModel((turn, number) => {
    if (number === 1) return [{ server, tool: "graph_create", args: graph }];
    if (number === 2) return [{ server, tool: "plan_run", args: { graph_id: graph.graph_id } }];
    const [run = "none"] = /run_[\w-]{8,}/.exec(turn.results.at(-1) ?? "") ?? [];
    if (number === 3) setTimeout(called, 500);
    return number === 3
      ? [{ server, tool: "plan_join", args: { run_ids: [run], timeout_ms: 60_000 } }]
      : [];
  });
  try {
    const moved = { ...place, url: model.url };
    agent.prepare?.(moved);
    const child = start(agent, moved, env, "Wait.");
    child.stdout.resume();
    child.stderr.resume();
    const ended = new Promise((resolve) => child.once("close", resolve));
    await Promise.race([isCalled, ended, pause(SESSION_MS)]);
    signalGroup(child, "SIGINT");
    await Promise.race([ended, pause(GONE_MS)]);
    signalGroup(child, "SIGKILL");
    const left = await serversLeft(place.home);
    return left === 0 ? { step } : { step, problem: `${left} servers were still there` };
  } finally {
    model.close();
  }
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/**
 * How many of our servers still run with this home; processes can be looked at on Linux only. The process in which a run continues
 * after its server is meant to be there: it is ended, as nobody waits for the run.
 * @param {string} home
 */
async function serversLeft(home) {
  if (process.platform !== "linux") return 0;
  let left = 0;
  for (const deadline = Date.now() + GONE_MS; Date.now() < deadline; await pause(100)) {
    const own = readdirSync("/proc").flatMap((pid) => commandOf(pid, home) ?? []);
    for (const { pid, command } of own) if (command.includes(RUNS_ON)) process.kill(pid, "SIGTERM");
    left = own.filter(({ command }) => !command.includes(RUNS_ON)).length;
    if (left === 0) return 0;
  }
  return left;
}

/** @param {string} entry @param {string} home */
function commandOf(entry, home) {
  try {
    const command = readFileSync(`/proc/${entry}/cmdline`, "utf8");
    const isOurs = command.includes("/dist/main.mjs");
    if (!isOurs || !readFileSync(`/proc/${entry}/environ`, "utf8").includes(`HOME=${home}\0`))
      return;
    return { pid: Number(entry), command };
  } catch {
    return undefined;
  }
}
