import { collectSteps, type CommitStep } from "../sequences.ts";
import { runInScope } from "../transaction.ts";
import type { Outcome, WriteTask } from "../write-queue.ts";
import type { StatementIsolation, PostgresConnection } from "./postgres-connection.ts";

export type BodyRun = { outcome: Outcome; steps: CommitStep[] };

/**
 * Runs a body so that it can be undone alone. After a failed statement PostgreSQL refuses all others, so a body that
 * handled the failure and continued is run again, this time with each statement undone alone. Throws when the whole
 * transaction is lost.
 */
export async function runBody(
  connection: PostgresConnection,
  owner: object,
  limitMs: number,
  { body, locks }: WriteTask,
): Promise<BodyRun> {
  const run = async (perStatement: boolean) => {
    const isolation = { perStatement, failed: false, continuedAfterFailure: false };
    let steps: CommitStep[] = [];
    const outcome = await outcomeOf(() =>
      runInScope(owner, limitMs, (scope) => {
        const tx = connection.writing(scope, isolation);
        if (locks !== undefined) steps = collectSteps(tx);
        return body(tx);
      }),
    );
    return { outcome, steps: outcome.ok ? steps : [], mustRepeat: isHandled(outcome, isolation) };
  };
  connection.send("savepoint body");
  let { mustRepeat, ...done } = await run(false);
  if (connection.fault === undefined && mustRepeat) {
    connection.send("rollback to body");
    done = await run(true);
  }
  if (connection.fault !== undefined) throw connection.fault;
  if (done.outcome.ok) connection.send("release body");
  else await connection.command("rollback to body; release body");
  return { outcome: done.outcome, steps: done.steps };
}

function isHandled(
  { ok }: Outcome,
  { perStatement, failed, continuedAfterFailure }: StatementIsolation,
): boolean {
  return !perStatement && failed && (ok || continuedAfterFailure);
}

async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, error };
  }
}
