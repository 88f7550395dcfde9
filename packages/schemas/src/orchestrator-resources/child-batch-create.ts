import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { StartedChild } from "./child-snapshot.ts";
import { ChildSpec } from "./child-spec.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey } from "./tool-parameters.ts";

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
