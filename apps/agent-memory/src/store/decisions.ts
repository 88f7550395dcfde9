import { randomBytes } from "node:crypto";
import {
  type Transaction,
  advanceSequence,
  and,
  appendAtCommit,
  asc,
  desc,
  eq,
  inArray,
  lt,
  sequenceValue,
  sql,
} from "@faculties/storage";
import type { SearchIndex } from "../search-index/search-index.ts";
import {
  type Decision,
  type DecisionInForce,
  type DecisionStatus,
  type DecisionText,
  type Origin,
  searchableFields,
} from "../domain/decision.ts";
import { type PlacedTarget, targetKeyOf } from "../domain/project.ts";
import { facetOf } from "./facets.ts";
import { decisions } from "./tables.ts";

const IDS_PER_STATEMENT = 500;

export type StoredDecision = typeof decisions.$inferSelect;

type NewDecision = DecisionText & {
  id: string;
  status: DecisionStatus;
  origin: Origin;
  createdAt: number;
  project: string;
  source?: string | undefined;
};

/** Writes a decision and makes it findable. */
export async function insertDecision(
  tx: Transaction,
  index: SearchIndex,
  decision: NewDecision,
): Promise<void> {
  const { id, title, rationale, status, origin, createdAt, project, source = null } = decision;
  const target = decision.target.trim();
  const consequences = JSON.stringify(decision.consequences);
  await advanceSequence(tx, "decisions");
  // Plain SQL, because every write waits for it and the query builder takes ten times as long.
  await appendAtCommit(tx, (turn) =>
    turn.run(sql`insert into decisions (number, id, target, target_key, title, rationale, consequences,
      status, origin, created_at, project, source) values (${sequenceValue("decisions")}, ${id}, ${target},
      ${targetKeyOf(decision)}, ${title}, ${rationale}, ${consequences}, ${status}, ${origin}, ${createdAt}, ${project}, ${source})`),
  );
  await index.add(tx, { id: decision.id, facet: facetOf(decision), ...searchableFields(decision) });
}

export async function setDecisionStatus(
  tx: Transaction,
  index: SearchIndex,
  { id, project }: Pick<Decision, "id" | "project">,
  status: DecisionStatus,
): Promise<void> {
  await tx.update(decisions).set({ status }).where(eq(decisions.id, id));
  await index.setFacet(tx, id, facetOf({ status, project }));
}

/** Replaces what an earlier import wrote, except for its id and its place in the order. */
export async function rewriteDecision(
  tx: Transaction,
  index: SearchIndex,
  { id, project }: Pick<Decision, "id" | "project">,
  change: DecisionText & { status: DecisionStatus; createdAt: number },
): Promise<void> {
  const target = change.target.trim();
  await tx
    .update(decisions)
    .set({ ...change, target, targetKey: targetKeyOf({ project, target }) })
    .where(eq(decisions.id, id));
  await index.put(tx, {
    id,
    facet: facetOf({ status: change.status, project }),
    ...searchableFields(change),
  });
}

/** Oldest first. Callers may name any number of ids, more than one statement can take. */
export async function findDecisions(
  tx: Transaction,
  ids: readonly string[],
): Promise<StoredDecision[]> {
  const found: StoredDecision[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const some = ids.slice(start, start + IDS_PER_STATEMENT);
    found.push(...(await tx.select().from(decisions).where(inArray(decisions.id, some))));
  }
  return found.toSorted((left, right) => left.number - right.number);
}

export async function decisionsOfTarget(
  tx: Transaction,
  keys: readonly string[],
): Promise<StoredDecision[]> {
  return tx
    .select()
    .from(decisions)
    .where(inArray(decisions.targetKey, [...keys]))
    .orderBy(asc(decisions.number));
}

/** The decision in force on a target. Plain SQL, because every write reads it. */
export async function activeOfTarget(
  tx: Transaction,
  target: PlacedTarget,
): Promise<DecisionInForce[]> {
  return tx.all<DecisionInForce>(sql`select id, target, title, project from decisions
    where target_key = ${targetKeyOf(target)} and status = 'active'`);
}

type DecisionFilter = {
  status?: Decision["status"] | undefined;
  /** Only those older than this one. */
  before?: number | undefined;
  /** Only those of these projects. */
  projects?: readonly string[] | undefined;
  limit: number;
};

/** Newest first. */
export async function listDecisions(
  tx: Transaction,
  { status, before, projects, limit }: DecisionFilter,
): Promise<StoredDecision[]> {
  return tx
    .select()
    .from(decisions)
    .where(
      and(
        status === undefined ? undefined : eq(decisions.status, status),
        before === undefined ? undefined : lt(decisions.number, before),
        projects === undefined ? undefined : inArray(decisions.project, [...projects]),
      ),
    )
    .orderBy(desc(decisions.number))
    .limit(limit);
}

/** The names of the targets with a decision in force, the latest first. */
export async function activeTargets(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ target: decisions.target })
    .from(decisions)
    .where(eq(decisions.status, "active"))
    .orderBy(desc(decisions.number))
    .limit(limit);
  return rows.map(({ target }) => target);
}

/** An opaque id that nobody can guess. */
export function newId(prefix: "dec" | "prop" | "evt"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
