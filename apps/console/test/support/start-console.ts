import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { temporaryHome, type TemporaryHome, waitUntil } from "@faculties/testkit";
import { reachConsole } from "./reach-console.ts";

export const ENTRY = fileURLToPath(new URL("../../dist/main.mjs", import.meta.url));

type Settings = {
  args?: readonly string[];
  env?: Record<string, string>;
  home?: TemporaryHome;
};
export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;

const STARTED_WITHIN_MS = 15_000;

/** The built console in a home of its own, on a free port, as a user starts it. */
export async function startConsole({ args = [], env = {}, home: given }: Settings = {}) {
  const home = given ?? (await temporaryHome());
  const child = spawn(process.execPath, [ENTRY, "--http", "127.0.0.1:0", ...args], {
    cwd: home.directory,
    env: { PATH: process.env["PATH"], ...home.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  const address = await waitUntil(() => /Open (\S+)/.exec(printed)?.[1], {
    timeoutMs: STARTED_WITHIN_MS,
    what: "the address of the console",
  });
  return {
    ...reachConsole(address),
    home,
    child,
    async stop(): Promise<number | null> {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
