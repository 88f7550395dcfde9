import { eq, type Queries } from "@faculties/storage";
import { decisions, proposals } from "./tables.ts";

/** How many records can be searched. */
export async function countRecords(db: Queries): Promise<number> {
  const drafts = await db.$count(proposals, eq(proposals.status, "draft"));
  return drafts + (await db.$count(decisions));
}
