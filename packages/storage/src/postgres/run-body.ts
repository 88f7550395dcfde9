import { runInScope } from "../scope.ts";
import { outcomeOf, type Body, type Outcome } from "../write-task.ts";
import type { PostgresConnection } from "./postgres-connection.ts";

/**
 * Runs a body so that it can be undone alone. After a failed statement PostgreSQL refuses all others, so a body that
 * handled the failure and went on is run again, this time with each statement undone alone. Throws when the whole
 * transaction is lost.
 */
export async function runBody(
  connection: PostgresConnection,
  owner: object,
  limitMs: number,
  body: Body<unknown>,
): Promise<Outcome> {
  const run = (guarded: boolean) => {
    const guard = { guarded, failed: false, wentOn: false };
    const outcome = outcomeOf(() =>
      runInScope(owner, limitMs, (scope) => body(connection.writing(scope, guard))),
    );
    return outcome.then((known) => ({ known, mustRepeat: isHandled(known, guard) }));
  };
  connection.send("savepoint body");
  let { known, mustRepeat } = await run(false);
  if (connection.fault === undefined && mustRepeat) {
    connection.send("rollback to body");
    ({ known } = await run(true));
  }
  if (connection.fault !== undefined) throw connection.fault;
  if (known.ok) connection.send("release body");
  else await connection.command("rollback to body; release body");
  return known;
}

type Guard = { guarded: boolean; failed: boolean; wentOn: boolean };

function isHandled({ ok }: Outcome, { guarded, failed, wentOn }: Guard): boolean {
  return !guarded && failed && (ok || wentOn);
}
