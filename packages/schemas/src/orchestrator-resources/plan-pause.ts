import * as z from "zod";
import { texts } from "./response-fields.ts";
import { StateChange } from "./run-snapshot.ts";
import { runId } from "./tool-parameters.ts";

export const PlanPauseInput = z.strictObject({ run_id: runId });
export type PlanPauseInput = z.infer<typeof PlanPauseInput>;

/** Nodes that are already running continue to their end. */
export const PlanPauseOutput = StateChange.extend({ running_nodes: texts });
export type PlanPauseOutput = z.infer<typeof PlanPauseOutput>;
