import * as z from "zod";
import { CHILD_STATES, ChildSnapshot } from "./child-snapshot.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const ChildListInput = z.strictObject({
  states: z.array(z.enum(CHILD_STATES)).optional().describe("Only children in these states"),
  run_id: optionalIdentifier("Only children of this run"),
  role: optionalIdentifier("Only children with this role"),
  limit: pageSize(500, 100),
  cursor,
});
export type ChildListInput = z.infer<typeof ChildListInput>;

export const ChildListOutput = z.object({
  children: z.array(ChildSnapshot),
  next_cursor: nextCursor,
});
export type ChildListOutput = z.infer<typeof ChildListOutput>;
