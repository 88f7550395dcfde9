import * as z from "zod";
import { CausalEvent } from "./causal-event.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const CausalExportInput = z.strictObject({
  run_id: optionalIdentifier("Only events of this run"),
  limit: pageSize(500, 250),
  cursor,
});
export type CausalExportInput = z.infer<typeof CausalExportInput>;

export const CausalExportOutput = z.object({
  events: z.array(CausalEvent),
  next_cursor: nextCursor,
});
export type CausalExportOutput = z.infer<typeof CausalExportOutput>;
