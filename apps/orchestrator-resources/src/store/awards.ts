import { column, defineTable, inArray, type Transaction, inParts } from "@faculties/storage";

const awards = defineTable("task_awards", {
  callId: column.text().primaryKey(),
  agentId: column.text().notNull(),
  awardedAt: column.integer().notNull(),
});

export async function recordAward(
  tx: Transaction,
  now: number,
  { callId, agentId }: { callId: string; agentId: string },
): Promise<void> {
  await tx.insert(awards).values({ callId, agentId, awardedAt: now });
}

/** The agent of each award that these agents have had. */
export async function awardsOf(tx: Transaction, agentIds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of inParts(agentIds)) {
    const rows = await tx
      .select({ agentId: awards.agentId })
      .from(awards)
      .where(inArray(awards.agentId, part));
    found.push(...rows.map(({ agentId }) => agentId));
  }
  return found;
}
