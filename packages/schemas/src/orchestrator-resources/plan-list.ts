import * as z from "zod";
import { nextCursor } from "./response-fields.ts";
import { RUN_STATES, RunSnapshot } from "./run-snapshot.ts";
import { atLeast, cursor, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const PlanListInput = z.strictObject({
  states: z.array(z.enum(RUN_STATES)).optional().describe("Only runs in one of these states"),
  graph_id: optionalIdentifier("Only runs of this graph"),
  since: atLeast(0).optional().describe("Only runs begun at this time or later (ms since 1970)"),
  limit: pageSize(100, 20),
  cursor,
});
export type PlanListInput = z.infer<typeof PlanListInput>;

export const PlanListOutput = z.object({ runs: z.array(RunSnapshot), next_cursor: nextCursor });
export type PlanListOutput = z.infer<typeof PlanListOutput>;
