import { eq, type Transaction } from "@faculties/storage";
import { decisions, proposals } from "./tables.ts";

/** How many records can be searched. */
export async function countRecords(tx: Transaction): Promise<number> {
  const drafts = await tx.$count(proposals, eq(proposals.status, "draft"));
  return drafts + (await tx.$count(decisions));
}
