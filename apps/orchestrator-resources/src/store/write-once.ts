import { type OnceRequest, runOnce } from "./idempotency.ts";
import type { Ledger, Unit } from "./database.ts";

/** Does what `runOnce` does in a write of its own, which contends for the key and for what is named. */
export function writeOnce<Result extends Record<string, unknown>>(
  ledger: Ledger,
  request: OnceRequest,
  locks: readonly string[],
  body: (unit: Unit) => Promise<Result>,
): Promise<Result & { idempotent?: boolean }> {
  const answer = request.key === undefined ? [] : [`answer ${request.key}`];
  return ledger.write((unit) => runOnce(unit, request, () => body(unit)), {
    locks: [...locks, ...answer],
  });
}
