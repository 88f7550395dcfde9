import { type Transaction, and, desc, eq, inArray, nextSequence, sql } from "@faculties/storage";
import type { SearchIndex } from "../search-index/search-index.ts";
import { searchableFields } from "../domain/decision.ts";
import { type PlacedTarget, targetKeyOf } from "../domain/project.ts";
import type { ProposalStatus } from "../domain/proposal.ts";
import { facetOf } from "./facets.ts";
import { proposals } from "./tables.ts";

export type StoredProposal = typeof proposals.$inferSelect;
export type NewProposal = Omit<StoredProposal, "number" | "targetKey" | "status" | "decisionId">;
export type ProposalChange = Pick<
  StoredProposal,
  | "title"
  | "target"
  | "rationale"
  | "consequences"
  | "evidence"
  | "confidence"
  | "strengths"
  | "objections"
  | "supersedes"
>;

/** Writes a draft and makes it findable. */
export async function insertProposal(
  tx: Transaction,
  index: SearchIndex,
  proposal: NewProposal,
): Promise<void> {
  const number = await nextSequence(tx, "proposals");
  const targetKey = targetKeyOf(proposal);
  await tx
    .insert(proposals)
    .values({ ...proposal, number, targetKey, status: "draft", decisionId: null });
  await index.put(tx, {
    id: proposal.id,
    facet: facetOf({ status: "draft", project: proposal.project }),
    ...searchableFields(proposal),
  });
}

/** New evidence changes a draft, but never when it was first observed. */
export async function updateDraft(
  tx: Transaction,
  index: SearchIndex,
  { id, project }: Pick<StoredProposal, "id" | "project">,
  change: ProposalChange,
): Promise<void> {
  await tx.update(proposals).set(change).where(eq(proposals.id, id));
  await index.put(tx, {
    id,
    facet: facetOf({ status: "draft", project }),
    ...searchableFields(change),
  });
}

/** Searches no longer find a closed proposal; they find its decision. */
export async function closeProposal(
  tx: Transaction,
  index: SearchIndex,
  id: string,
  status: Exclude<ProposalStatus, "draft">,
  decisionId: string | null,
): Promise<void> {
  await tx.update(proposals).set({ status, decisionId }).where(eq(proposals.id, id));
  await index.remove(tx, id);
}

export async function findProposals(
  tx: Transaction,
  ids: readonly string[],
): Promise<StoredProposal[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(proposals)
    .where(inArray(proposals.id, [...ids]));
}

export async function findDraft(
  tx: Transaction,
  target: PlacedTarget,
  pattern: string,
): Promise<StoredProposal | undefined> {
  const [draft] = await tx
    .select()
    .from(proposals)
    .where(
      and(
        eq(proposals.targetKey, targetKeyOf(target)),
        eq(proposals.pattern, pattern),
        eq(proposals.status, "draft"),
      ),
    );
  return draft;
}

/** Newest first. */
export async function listProposals(
  tx: Transaction,
  {
    status,
    projects,
    limit,
  }: {
    status?: ProposalStatus | undefined;
    projects?: readonly string[] | undefined;
    limit: number;
  },
): Promise<StoredProposal[]> {
  return tx
    .select()
    .from(proposals)
    .where(
      and(
        hasStatus(status),
        projects === undefined ? undefined : inArray(proposals.project, [...projects]),
      ),
    )
    .orderBy(desc(proposals.number))
    .limit(limit);
}

export async function proposalsOfTarget(
  tx: Transaction,
  keys: readonly string[],
): Promise<StoredProposal[]> {
  return tx
    .select()
    .from(proposals)
    .where(inArray(proposals.targetKey, [...keys]));
}

/** Drafts are named in the SQL text, not as a parameter, so that the partial index on drafts is used. */
function hasStatus(status: ProposalStatus | undefined) {
  if (status === "draft") return sql`${proposals.status} = 'draft'`;
  return status === undefined ? undefined : eq(proposals.status, status);
}
