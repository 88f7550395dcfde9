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
  memory_limit_mb: atLeast(1).optional().describe("Memory limit in MiB; it is killed above"),
  cpu_percent: z.int().min(1).max(100).optional().describe("CPU limit in percent of one core"),
  timeout_ms: optionalDuration("Time limit in milliseconds; it is killed after"),
});
export type ChildLimits = z.infer<typeof ChildLimits>;

export const ChildSpec = z.strictObject({
  command: identifier(
    "Program to run, without arguments; it must be allowed at start (--allow-command)",
  ),
  args: textList("Arguments of the program, one per item"),
  env: recordOf(z.string()).default({}).describe("Extra environment variables"),
  cwd: optionalIdentifier("Working folder; it must be inside an allowed root (--allow-root)"),
  stdin: z.string().optional().describe("Text for its standard input, which is then closed"),
  role: optionalIdentifier("What it is for, such as tests or reviewer"),
  max_silence_ms: optionalDuration("Ended after it has neither written nor computed for so long"),
  ...ChildLimits.shape,
});
export type ChildSpec = z.infer<typeof ChildSpec>;
