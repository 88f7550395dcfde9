import { eq, inArray, sql, type Transaction } from "@faculties/storage";
import { type DecisionStatus, type Link, type Origin, searchableText } from "../domain/decision.ts";
import { findDecisions } from "./decisions.ts";
import { findProposals } from "./proposals.ts";
import { decisions, links, proposals } from "./tables.ts";

/** The columns of a record that ranking needs, without its texts. */
type RankingRow<Status extends string> = {
  id: string;
  target: string;
  project: string;
  status: Status;
  origin: Origin;
  number: number;
};

/** Plain SQL, because every search reads many. */
export async function decisionRankingRows(
  tx: Transaction,
  ids: readonly string[],
): Promise<RankingRow<DecisionStatus>[]> {
  if (ids.length === 0) return [];
  return tx.all(
    sql`select id, target, project, status, origin, number from decisions where id in ${padded(ids)}`,
  );
}

export async function draftRankingRows(
  tx: Transaction,
  ids: readonly string[],
): Promise<RankingRow<"draft">[]> {
  if (ids.length === 0) return [];
  return tx.all(sql`select id, target, project, status, origin, number from proposals
    where status = 'draft' and id in ${padded(ids)}`);
}

/** Repeats the last id up to a power of two, so that few different statements have to be prepared. */
function padded(ids: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, place) => ids[Math.min(place, ids.length - 1)]!);
}

/** Whether any searchable record is not in force. `order by` makes PostgreSQL read one row of an index instead of the table. */
export async function hasInactive(tx: Transaction): Promise<boolean> {
  const { replaced, draft } = await tx.get<Record<"replaced" | "draft", unknown>>(sql`select
    (select status from decisions where status <> 'active' order by status limit 1) as replaced,
    (select number from proposals where status = 'draft' order by number limit 1) as draft`);
  return replaced !== null || draft !== null;
}

/** All links from these decisions to the ones that replaced them, however long the chains. */
export async function linksToSuccessors(tx: Transaction, ids: readonly string[]): Promise<Link[]> {
  const found: Link[] = [];
  const seen = new Set<string>();
  let frontier = [...ids];
  while (frontier.length > 0) {
    for (const id of frontier) seen.add(id);
    const next = await tx.select().from(links).where(inArray(links.oldId, frontier));
    found.push(...next);
    frontier = [...new Set(next.map(({ newId }) => newId))].filter((id) => !seen.has(id));
  }
  return found;
}

type ShownText = {
  id: string;
  title: string;
  target: string;
  project: string;
  rationale: string;
  origin: Origin;
};

/** More characters than a line of preview takes. */
const LONGEST_SHOWN = 4_000;

/** The texts that a search shows of decisions and proposals, by id. Plain SQL, because every search reads them. */
export async function shownTexts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ShownText>> {
  const columns = sql`id, title, target, project, substr(rationale, 1, ${LONGEST_SHOWN}) as rationale, origin`;
  const proposed = ids.filter((id) => id.startsWith("prop_"));
  const read = async (table: "decisions" | "proposals", some: readonly string[]) =>
    some.length === 0
      ? []
      : tx.all<ShownText>(
          sql`select ${columns} from ${sql.identifier(table)} where id in ${[...some]}`,
        );
  const found = [...(await read("decisions", ids)), ...(await read("proposals", proposed))];
  return new Map(found.map((one) => [one.id, one]));
}

/** The searched texts of decisions and proposals by id. */
export async function searchableTexts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const records = [...(await findDecisions(tx, ids)), ...(await findProposals(tx, ids))];
  return new Map(records.map((record) => [record.id, searchableText(record)]));
}

/** How many records can be searched. */
export async function countRecords(tx: Transaction): Promise<number> {
  const drafts = await tx.$count(proposals, eq(proposals.status, "draft"));
  return drafts + (await tx.$count(decisions));
}
