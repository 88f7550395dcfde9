import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { recordOf } from "../primitives/record-of.ts";
import { CHILD_STATES } from "./child-snapshot.ts";
import { idempotent, instant, text } from "./response-fields.ts";
import {
  atLeast,
  idempotencyKey,
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

export const ChildCreateInput = z.strictObject({
  ...ChildSpec.shape,
  idempotency_key: idempotencyKey,
});
export type ChildCreateInput = z.infer<typeof ChildCreateInput>;

export const StartedChild = z.object({
  child_id: text,
  op_id: text,
  pid: z.int().nullable(),
  state: z.enum(CHILD_STATES),
  started_at: instant,
  logs_uri: text,
});
export type StartedChild = z.infer<typeof StartedChild>;

export const ChildCreateOutput = StartedChild.extend({ idempotent });
export type ChildCreateOutput = z.infer<typeof ChildCreateOutput>;

export const ChildBatchCreateInput = z.strictObject({
  children: z
    .array(describedObject("As child_create takes it", ChildSpec))
    .min(1)
    .max(16)
    .describe("All are started, or none"),
  idempotency_key: idempotencyKey,
});
export type ChildBatchCreateInput = z.infer<typeof ChildBatchCreateInput>;

export const ChildBatchCreateOutput = z.object({ children: z.array(StartedChild), idempotent });
export type ChildBatchCreateOutput = z.infer<typeof ChildBatchCreateOutput>;
