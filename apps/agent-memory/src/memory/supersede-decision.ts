import type { Transaction } from "@faculties/storage";
import type { DecisionText } from "../domain/decision.ts";
import { commitCooledDown } from "./commit.ts";
import { onTarget } from "./on-target.ts";
import type { Memory } from "./memory.ts";
import { replaceDecisions } from "./replace-decisions.ts";

export type Superseded = { id: string; oldIds: string[] };

/** Replaces active decisions by a new one: all of them or none. */
export async function supersedeDecision(
  memory: Memory,
  text: DecisionText,
  givenIds: readonly string[],
): Promise<Superseded> {
  const oldIds = [...new Set(givenIds)];
  const supersede = async (tx: Transaction) => {
    const id = await replaceDecisions(tx, memory, { text, origin: "agent", oldIds });
    const entry = {
      action: "supersede" as const,
      target: text.target.trim(),
      subjects: [id, ...oldIds],
    };
    return { result: { id, oldIds }, entries: [entry], texts: [id] };
  };
  // Only old decisions of the same target pass, so that nobody else can change them meanwhile.
  return commitCooledDown(memory, supersede, onTarget(text.target));
}
