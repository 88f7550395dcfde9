import type { Transaction } from "@faculties/storage";
import { findDecisions } from "./decisions.ts";
import { findProposals } from "./proposals.ts";
import { searchable } from "./searchable.ts";

/** The searched texts of decisions and proposals by id. */
export async function readTexts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const records = [...(await findDecisions(tx, ids)), ...(await findProposals(tx, ids))];
  return new Map(records.map((record) => [record.id, searchable(record)]));
}
