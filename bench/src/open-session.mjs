import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** @import { Session, Subject, ToolCall } from "./types.ts" */

const silenceMs = 60_000;

/**
 * Start a server in a clean environment and speak JSON-RPC to it with as little work as can be, so that the
 * figures are the server's.
 * @param {Subject} subject
 * @param {string} home
 * @returns {Promise<Session>}
 */
export async function openSession(subject, home) {
  const env = environment(subject, home);
  const args = (subject.args ?? []).map((text) => text.replaceAll("{tmp}", home));
  const startedAt = performance.now();
  const program = subject.node?.path ?? process.execPath;
  const child = spawn(program, [subject.entry, ...args], { cwd: home, env });
  const ended = once(child, "close");
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  let errors = "";
  /** @type {string[]} */
  let rest = [];
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = (errors + text).slice(-2_000);
  });
  child.stdin.on("error", () => undefined);
  let heardAt = startedAt;
  const watchdog = setInterval(() => {
    if (waiting.size > 0 && performance.now() - heardAt > silenceMs) child.kill("SIGKILL");
  }, 1_000);
  child.stdout.setEncoding("utf8").on("data", (text) => {
    heardAt = performance.now();
    const [end = "", ...lines] = text.split("\n");
    rest.push(end);
    for (const next of lines) {
      receive(rest.join(""));
      rest = [next];
    }
  });
  child.once("close", (code, signal) => {
    clearInterval(watchdog);
    const error = new Error(`${subject.name} ended (${signal ?? code}); its stderr: ${errors}`);
    for (const { reject } of waiting.values()) reject(error);
  });

  /** @param {string} line */
  function receive(line) {
    // Some public servers greet on stdout.
    if (!line.startsWith("{")) return;
    const message = JSON.parse(line);
    const sender = waiting.get(message.id);
    if (sender === undefined) return;
    waiting.delete(message.id);
    if (message.error === undefined) sender.resolve(message.result);
    else sender.reject(new Error(`${subject.name} answered ${JSON.stringify(message.error)}`));
  }

  /** @type {Session["request"]} */
  function request(method, params) {
    lastId += 1;
    const id = lastId;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  return {
    pid: child.pid ?? 0,
    startedAt,
    request,
    async initialize() {
      const result = await request("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "faculties-bench", version: "1.0.0" },
      });
      child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
      return result;
    },
    async call(call, number) {
      const result = await request("tools/call", numbered(call, number));
      if (result["isError"])
        throw new Error(
          `${subject.name} failed on ${call.name}: ${JSON.stringify(result["content"])}`,
        );
      return result;
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * @param {Subject} subject
 * @param {string} home
 */
function environment(subject, home) {
  const tmp = join(home, "tmp");
  mkdirSync(tmp, { recursive: true });
  const given = Object.entries(subject.env ?? {}).map(([name, value]) => [
    name,
    value.replaceAll("{tmp}", home),
  ]);
  return {
    PATH: process.env["PATH"],
    SYSTEMROOT: process.env["SYSTEMROOT"],
    HOME: home,
    USERPROFILE: home,
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: tmp,
    TEMP: tmp,
    ...Object.fromEntries(given),
  };
}

/**
 * @param {ToolCall} call
 * @param {number} number
 */
function numbered(call, number) {
  const text = JSON.stringify(call.arguments);
  const args = text.includes("{n}")
    ? JSON.parse(text.replaceAll("{n}", `${number}`))
    : call.arguments;
  return { name: call.name, arguments: args };
}
