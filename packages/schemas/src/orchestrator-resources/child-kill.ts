import * as z from "zod";
import { StopOutcome } from "./child-snapshot.ts";
import { childId } from "./tool-parameters.ts";

export const ChildKillInput = z.strictObject({ child_id: childId });
export type ChildKillInput = z.infer<typeof ChildKillInput>;

export const ChildKillOutput = StopOutcome;
export type ChildKillOutput = z.infer<typeof ChildKillOutput>;
