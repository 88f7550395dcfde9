import { type LockKeys, type Transaction, eq } from "@faculties/storage";
import type { Context } from "../context.ts";
import { type LastWrite, requireCooledDown } from "../domain/cooldown.ts";
import { momentOf } from "../domain/clock.ts";
import { type AuditEntry, appendAudit } from "./audit-log.ts";
import { cooldownKey } from "./lock-keys.ts";
import { cooldowns } from "./tables.ts";

type Change<Result> = {
  result: Result;
  entries: AuditEntry[];
  /** Ids of new or changed texts. */
  texts: string[];
};

/** Runs a change and appends to the audit log in one transaction; after the commit, notifies clients and embeds new texts. */
export async function commit<Result>(
  context: Context,
  body: (tx: Transaction) => Promise<Change<Result>>,
  keys?: LockKeys,
): Promise<Result> {
  const { storage, access, actor } = context;
  const { result, entries, texts } = await storage.write(async (tx) => {
    const change = await body(tx);
    const doer = { at: context.clock.now(), actor, role: access.role };
    await appendAudit(tx, doer, change.entries);
    return change;
  }, keys);
  context.embedding.enqueue(texts);
  context.announce(entries);
  return result;
}

/** Like `commit`, for the writes of agents: refused while the cooldown of the role is running. */
export async function commitCooledDown<Result>(
  context: Context,
  body: (tx: Transaction) => Promise<Change<Result>>,
  keys?: LockKeys,
): Promise<Result> {
  const { access, cooldown } = context;
  if (cooldown.ms === 0) return commit(context, body, keys);
  const cooling = async (tx: Transaction) => {
    const now = context.clock.read();
    const debtMs = requireCooledDown(await lastWrite(tx, access.role), now, cooldown);
    const change = await body(tx);
    await noteWrite(tx, access.role, { ...momentOf(now), debtMs });
    return change;
  };
  const locks = keys?.locks && [...keys.locks, cooldownKey(access.role)];
  return commit(context, cooling, locks && { locks });
}

/** The last successful write of a role by any process. */
async function lastWrite(tx: Transaction, role: string): Promise<LastWrite | undefined> {
  const [row] = await tx.select().from(cooldowns).where(eq(cooldowns.role, role));
  return row && { wallMs: row.wall, boot: row.boot, offsetMs: row.offset, debtMs: row.debt };
}

async function noteWrite(
  tx: Transaction,
  role: string,
  { wallMs: wall, boot, offsetMs: offset, debtMs: debt }: LastWrite,
): Promise<void> {
  await tx
    .insert(cooldowns)
    .values({ role, wall, boot, offset, debt })
    .onConflictDoUpdate({ target: cooldowns.role, set: { wall, boot, offset, debt } });
}
