import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** @import { Subject } from "./types.ts" */

const LONGEST_START_MS = 30_000;

/**
 * Start a server of ours on a free port of this machine.
 * @param {Subject} subject
 * @param {string} home
 * @param {number} [requestsPerSecond]
 */
export async function startHttpServer(subject, home, requestsPerSecond = 10_000) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  const args = [
    ...(subject.args ?? []),
    "--http",
    `127.0.0.1:${port}`,
    "--http-rate-limit",
    String(requestsPerSecond),
  ];
  const env = { PATH: process.env["PATH"], HOME: home, ...subject.env };
  const child = spawn(process.execPath, [subject.entry, ...args], { env, stdio: "ignore" });
  const ended = once(child, "close");
  const givesUpAt = performance.now() + LONGEST_START_MS;
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (performance.now() > givesUpAt || child.exitCode !== null)
      throw new Error(`${subject.name} did not start over HTTP.`);
    await delay(50);
  }
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    pid: Number(child.pid),
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
