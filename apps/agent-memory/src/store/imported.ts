import { asc, eq, isNotNull, type Transaction } from "@faculties/storage";
import { decisions, proposals } from "./tables.ts";

/** Every decision that came from a file. */
export async function importedDecisions(tx: Transaction) {
  return tx
    .select()
    .from(decisions)
    .where(isNotNull(decisions.source))
    .orderBy(asc(decisions.number));
}

/** Every proposal that came from a file. */
export async function importedProposals(tx: Transaction) {
  return tx
    .select()
    .from(proposals)
    .where(isNotNull(proposals.source))
    .orderBy(asc(proposals.number));
}

export async function decisionFromFile(tx: Transaction, source: string) {
  const [decision] = await tx.select().from(decisions).where(eq(decisions.source, source));
  return decision;
}

export async function proposalFromFile(tx: Transaction, source: string) {
  const [proposal] = await tx.select().from(proposals).where(eq(proposals.source, source));
  return proposal;
}
