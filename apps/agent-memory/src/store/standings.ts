import { type Transaction, sql } from "@faculties/storage";
import type { DecisionStatus, Origin } from "../domain/decision.ts";

/** What ranking needs to know of a record, without its texts. */
export type Standing<Status extends string> = {
  id: string;
  target: string;
  status: Status;
  origin: Origin;
  number: number;
};

/** Plain SQL, because every search asks for many. */
export async function decisionStandings(
  tx: Transaction,
  ids: readonly string[],
): Promise<Standing<DecisionStatus>[]> {
  if (ids.length === 0) return [];
  return tx.all(
    sql`select id, target, status, origin, number from decisions where id in ${padded(ids)}`,
  );
}

export async function draftStandings(
  tx: Transaction,
  ids: readonly string[],
): Promise<Standing<"draft">[]> {
  if (ids.length === 0) return [];
  return tx.all(sql`select id, target, status, origin, number from proposals
    where status = 'draft' and id in ${padded(ids)}`);
}

/** Some of them twice, so that few numbers of ids occur and each statement is prepared once. */
function padded(ids: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, place) => ids[Math.min(place, ids.length - 1)]!);
}

/** Whether there is anything to search that is not in force. Ordered, so that PostgreSQL looks at indexes, not at all. */
export async function hasOthers(tx: Transaction): Promise<boolean> {
  const { replaced, draft } = await tx.get<Record<"replaced" | "draft", unknown>>(sql`select
    (select status from decisions where status <> 'active' order by status limit 1) as replaced,
    (select number from proposals where status = 'draft' order by number limit 1) as draft`);
  return replaced !== null || draft !== null;
}
