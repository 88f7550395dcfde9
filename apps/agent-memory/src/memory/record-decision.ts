import type { Transaction } from "@faculties/storage";
import type { DecisionText } from "../domain/decision.ts";
import { targetTaken } from "../domain/target-taken.ts";
import { activeOfTarget, insertDecision } from "../store/decisions.ts";
import { newId } from "../store/new-id.ts";
import { commitCooledDown } from "./commit.ts";
import type { Memory } from "./memory.ts";
import { onTarget } from "./on-target.ts";

/** Records a decision on a target that has no active one, and returns its id. */
export async function recordDecision(memory: Memory, text: DecisionText): Promise<string> {
  const { index, clock } = memory;
  const record = async (tx: Transaction) => {
    const [active] = await activeOfTarget(tx, text.target);
    if (active !== undefined) throw targetTaken(active);
    const id = newId("dec");
    const createdAt = clock.now();
    await insertDecision(tx, index, { ...text, id, status: "active", origin: "agent", createdAt });
    const entry = { action: "record" as const, target: text.target.trim(), subjects: [id] };
    return { result: id, entries: [entry], texts: [id] };
  };
  return commitCooledDown(memory, record, onTarget(text.target));
}
