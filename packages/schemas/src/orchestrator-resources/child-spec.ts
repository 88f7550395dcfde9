import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";
import {
  atLeast,
  identifier,
  optionalDuration,
  optionalIdentifier,
  textList,
} from "./tool-parameters.ts";

export const ChildLimits = z.strictObject({
  memory_limit_mb: atLeast(1).optional().describe("Memory limit"),
  cpu_percent: z.int().min(1).max(100).optional().describe("CPU limit"),
  timeout_ms: optionalDuration("Killed after"),
});
export type ChildLimits = z.infer<typeof ChildLimits>;

export const ChildSpec = z.strictObject({
  command: identifier("Allowed program"),
  args: textList("Arguments"),
  env: recordOf(z.string()).default({}).describe("Extra environment"),
  cwd: optionalIdentifier("Folder in an allowed root"),
  stdin: z.string().optional().describe("Input, then closed"),
  role: optionalIdentifier("What it is for"),
  ...ChildLimits.shape,
});
export type ChildSpec = z.infer<typeof ChildSpec>;
