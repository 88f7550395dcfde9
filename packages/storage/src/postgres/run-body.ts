import { collectSteps, type OrderedStep } from "../in-order.ts";
import { runInScope } from "../scope.ts";
import { outcomeOf, type Outcome, type WriteTask } from "../write-task.ts";
import type { Guard, PostgresConnection } from "./postgres-connection.ts";

export type BodyRun = { outcome: Outcome; steps: OrderedStep[] };

/**
 * Runs a body so that it can be undone alone. After a failed statement PostgreSQL refuses all others, so a body that
 * handled the failure and went on is run again, this time with each statement undone alone. Throws when the whole
 * transaction is lost.
 */
export async function runBody(
  connection: PostgresConnection,
  owner: object,
  limitMs: number,
  { body, on }: WriteTask,
): Promise<BodyRun> {
  const run = async (guarded: boolean) => {
    const guard = { guarded, failed: false, wentOn: false };
    let steps: OrderedStep[] = [];
    const outcome = await outcomeOf(() =>
      runInScope(owner, limitMs, (scope) => {
        const db = connection.writing(scope, guard);
        if (on !== undefined) steps = collectSteps(db);
        return body(db);
      }),
    );
    return { outcome, steps: outcome.ok ? steps : [], mustRepeat: isHandled(outcome, guard) };
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

function isHandled({ ok }: Outcome, { guarded, failed, wentOn }: Guard): boolean {
  return !guarded && failed && (ok || wentOn);
}
