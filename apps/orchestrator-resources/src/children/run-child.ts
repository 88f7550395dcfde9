import type { Transaction } from "@faculties/storage";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { NodeFailure } from "../runs/node-failure.ts";
import { insertChildren, startOf } from "../store/children.ts";
import type { Database } from "../store/database.ts";
import type { EventDraft } from "../store/event-log.ts";
import { endedRuns } from "../store/runs.ts";
import type { ChildPolicy } from "./child-policy.ts";
import type { ChildPool } from "./child-pool.ts";

export type ChildAttempt = {
  runId: string;
  nodeId: string;
  /** Set where a worker does it for another process. */
  workerId?: string;
  signal: AbortSignal;
  /** Tells which child does the work, as soon as it is known. */
  onChild(childId: string): void;
  onActivity(): void;
  /** Tells what happens, in the order of the run's events. */
  record(event: EventDraft): void;
};

/** The last output of a child, and how it ended. */
export type ChildResult = { exitCode: number | null; output: string; errorOutput: string };

export type ChildRunner = {
  database: Database;
  policy: ChildPolicy;
  pool: ChildPool;
  killGraceMs: number;
};

/** Runs a child in this process for a node, from its start to its end. */
export async function runChild(
  { database, policy, pool, killGraceMs }: ChildRunner,
  spec: ChildSpec,
  attempt: ChildAttempt,
): Promise<ChildResult> {
  const { runId, nodeId, workerId = null, signal } = attempt;
  const output = new OutputTail(MOST_CHARACTERS);
  const errorOutput = new OutputTail(MOST_ERROR_CHARACTERS);
  const onLine = (stream: string, message: string) => {
    attempt.onActivity();
    if (stream === "stdout") output.push(message);
    if (stream === "stderr") errorOutput.push(message);
  };
  policy.check(spec);
  await pool.waitForSlot(signal);
  const prepared = await pool
    .prepare({ spec, runId, nodeId, workerId, onLine, record: attempt.record })
    .catch((error: unknown) => {
      pool.releaseSlots(1);
      throw error;
    });
  const { childId } = prepared.row;
  try {
    await database.writeThroughOutage(
      async (tx, outbox) => {
        signal.throwIfAborted();
        await refuseEnded(tx, runId);
        await insertChildren(tx, outbox, [prepared.row]);
      },
      { locks: [], signal },
    );
  } catch (error) {
    prepared.abandon();
    pool.releaseSlots(1);
    throw error;
  }
  attempt.record({ ...startOf(prepared.row), nodeId });
  attempt.onChild(childId);
  const stop = () => pool.stop(childId, { state: "killed", message: "cancelled" }, killGraceMs);
  signal.addEventListener("abort", stop, { once: true });
  const ended = prepared.begin();
  if (signal.aborted) stop();
  const { state, exitCode, error } = await ended;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  const written = { exitCode, output: output.text(), errorOutput: errorOutput.text() };
  if (state !== "exited") throw new NodeFailure(error ?? state, written);
  if (exitCode !== 0) throw new NodeFailure(`exited with code ${exitCode}`, written);
  return written;
}

/** Another process may have ended the run because it took this one for dead; then no child of it begins. */
async function refuseEnded(tx: Transaction, runId: string): Promise<void> {
  if ((await endedRuns(tx, [runId])).length > 0) throw new NodeFailure("its run has ended");
}

const MOST_CHARACTERS = 64 * 1024;
const MOST_ERROR_CHARACTERS = 8 * 1024;

/** The end of what a child writes: of stdout as its node's output, of stderr to explain a failure. */
class OutputTail {
  readonly #most: number;
  #lines: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  push(line: string): void {
    this.#lines.push(line);
    this.#length += line.length + 1;
    while (this.#length > this.#most && this.#lines.length > 1)
      this.#length -= (this.#lines.shift() as string).length + 1;
  }

  text(): string {
    return this.#lines.join("\n").slice(-this.#most);
  }
}
