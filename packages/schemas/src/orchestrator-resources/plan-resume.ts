import * as z from "zod";
import { StateChange } from "./run-snapshot.ts";
import { runId } from "./tool-parameters.ts";

export const PlanResumeInput = z.strictObject({ run_id: runId });
export type PlanResumeInput = z.infer<typeof PlanResumeInput>;

export const PlanResumeOutput = StateChange;
export type PlanResumeOutput = z.infer<typeof PlanResumeOutput>;
