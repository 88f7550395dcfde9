import { asc, eq, isNotNull, type Queries } from "@faculties/storage";
import { decisions, proposals } from "./tables.ts";

/** Every decision that came from a file. */
export async function importedDecisions(db: Queries) {
  return db
    .select()
    .from(decisions)
    .where(isNotNull(decisions.source))
    .orderBy(asc(decisions.number));
}

/** Every proposal that came from a file. */
export async function importedProposals(db: Queries) {
  return db
    .select()
    .from(proposals)
    .where(isNotNull(proposals.source))
    .orderBy(asc(proposals.number));
}

export async function decisionFromFile(db: Queries, source: string) {
  const [decision] = await db.select().from(decisions).where(eq(decisions.source, source));
  return decision;
}

export async function proposalFromFile(db: Queries, source: string) {
  const [proposal] = await db.select().from(proposals).where(eq(proposals.source, source));
  return proposal;
}
