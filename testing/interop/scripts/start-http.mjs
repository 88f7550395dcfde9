import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @import { Subject } from "../src/find-servers.mjs" */

const START_MS = 20_000;

/**
 * Starts a server on a free port of 127.0.0.1, in a home that is gone afterwards.
 * @param {Subject} subject
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startHttp({ entry, args, env }) {
  const home = mkdtempSync(join(tmpdir(), "faculties-conformance-"));
  const child = spawn(
    process.execPath,
    [entry, ...args, "--http", "127.0.0.1:0", "--http-rate-limit", "100000"],
    {
      cwd: home,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        ...env,
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => void child.once("close", () => resolve()));
  const url = await new Promise((resolve, reject) => {
    let log = "";
    const late = setTimeout(() => reject(new Error(`${entry} does not listen:\n${log}`)), START_MS);
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log += text;
      const found = /http:\/\/[^\s"]+\/mcp\b/.exec(log)?.[0];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    void ended.then(() => reject(new Error(`${entry} ended:\n${log}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
