import type { LockKeys, Transaction } from "@faculties/storage";
import { requireCooledDown } from "../domain/cooldown.ts";
import { momentOf } from "../domain/elapsed-since.ts";
import { appendAudit, type AuditEntry } from "../store/audit-log.ts";
import { lastWrite, noteWrite } from "../store/cooldowns.ts";
import type { Memory } from "./memory.ts";

export type Change<Result> = {
  result: Result;
  entries: AuditEntry[];
  /** Ids of new or changed texts. */
  texts: string[];
};

/** Runs a change with its audit in one transaction; once it is durable, tells clients and embeds new texts. */
export async function commit<Result>(
  memory: Memory,
  body: (tx: Transaction) => Promise<Change<Result>>,
  keys?: LockKeys,
): Promise<Result> {
  const { storage, access, actor } = memory;
  const { result, entries, texts } = await storage.write(async (tx) => {
    const change = await body(tx);
    const doer = { at: memory.clock.now(), actor, role: access.role };
    await appendAudit(tx, doer, change.entries);
    return change;
  }, keys);
  memory.embedding.enqueue(texts);
  memory.announce(entries);
  return result;
}

/** Like `commit`, for the writes of agents: refused while the role cools down from its last ones. */
export async function commitCooledDown<Result>(
  memory: Memory,
  body: (tx: Transaction) => Promise<Change<Result>>,
  keys?: LockKeys,
): Promise<Result> {
  const { access, cooldown } = memory;
  if (cooldown.ms === 0) return commit(memory, body, keys);
  const cooling = async (tx: Transaction) => {
    const now = memory.clock.read();
    const debtMs = requireCooledDown(await lastWrite(tx, access.role), now, cooldown);
    const change = await body(tx);
    await noteWrite(tx, access.role, { ...momentOf(now), debtMs });
    return change;
  };
  const locks = keys?.locks && [...keys.locks, `cooldown of ${access.role}`];
  return commit(memory, cooling, locks && { locks });
}
