import type { DecisionText } from "../domain/decision.ts";
import { momentOf } from "../domain/elapsed-since.ts";
import { activeOfTarget } from "../store/decisions.ts";
import { newId } from "../store/new-id.ts";
import { insertProposal } from "../store/proposals.ts";
import { commit } from "./commit.ts";
import type { Memory } from "./memory.ts";

/** A person's own proposal; it waits for review like any other. */
export async function propose(memory: Memory, text: DecisionText): Promise<string> {
  return commit(memory, async (tx) => {
    const id = newId("prop");
    const target = text.target.trim();
    const active = await activeOfTarget(tx, target);
    const { wallMs, boot, offsetMs } = momentOf(memory.clock.read());
    await insertProposal(tx, memory.index, {
      ...text,
      id,
      target,
      origin: "human",
      pattern: null,
      evidence: [],
      confidence: 1,
      strengths: ["proposed by a person"],
      objections: active.map(
        (one) => `would replace the active decision ${one.id} ("${one.title}")`,
      ),
      supersedes: active.map((one) => one.id),
      firstObservedAt: wallMs,
      observedBoot: boot,
      observedOffset: offsetMs,
      source: null,
    });
    return { result: id, entries: [{ action: "propose", target, subjects: [id] }], texts: [id] };
  });
}
