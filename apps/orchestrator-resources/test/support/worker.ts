import { startRaw, type TemporaryHome, waitUntil } from "@faculties/testkit";
import { entry } from "./start.ts";

/** Beats often, so that what depends on heartbeats is quick. */
export const BRISK = ["--heartbeat-interval-ms", "250"];

export type TestWorker = {
  id: string;
  pid: number;
  stderr(): string;
  kill(signal?: NodeJS.Signals): Promise<unknown>;
};

/** A worker on the database of that home, once it has joined. */
export async function startWorker(
  home: TemporaryHome,
  label: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<TestWorker> {
  const worker = await startRaw({
    entry,
    home,
    env,
    args: ["worker", "--label", label, "--allow-command", process.execPath, ...BRISK, ...args],
  });
  const line = await waitUntil(() => worker.violations[0], {
    what: `a worker for ${label}: ${worker.stderr()}`,
    timeoutMs: 10_000,
  });
  const { pid, stderr, kill } = worker;
  return { id: line.split(" ")[0] as string, pid, stderr, kill };
}
