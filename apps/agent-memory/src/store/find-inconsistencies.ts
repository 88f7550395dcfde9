import { type Transaction, sql } from "@faculties/storage";
import { FACET_OF_ROW } from "./facets.ts";

type Count = { count: number };

const QUESTIONS = [
  [
    "targets with two decisions in force",
    sql`select count(*) as count from (select target_key from decisions where status = 'active' group by target_key having count(*) > 1) as doubled`,
  ],
  [
    "links to decisions that are not there",
    sql`select count(*) as count from links where new_id not in (select id from decisions) or old_id not in (select id from decisions)`,
  ],
  [
    "decisions in force that were superseded",
    sql`select count(*) as count from decisions d join links l on l.old_id = d.id where l.kind = 'supersedes' and d.status = 'active'`,
  ],
  [
    "decisions that the search index does not have, or with another status",
    sql`select count(*) as count from decisions d left join memory_documents m on m.id = d.id where m.facet is null or m.facet <> ${FACET_OF_ROW}`,
  ],
  [
    "entries of the search index without a record",
    sql`select count(*) as count from memory_documents m where m.facet is not null and m.id not in (select id from decisions) and m.id not in (select id from proposals where status = 'draft')`,
  ],
] as const;

/** Broken invariants in words; empty when all hold. */
export async function findInconsistencies(tx: Transaction): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, question] of QUESTIONS) {
    const { count } = await tx.get<Count>(question);
    if (Number(count) > 0) problems.push(`${count} ${what}`);
  }
  return problems;
}
