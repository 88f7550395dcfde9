import * as z from "zod";
import { StartedChild } from "./child-snapshot.ts";
import { ChildSpec } from "./child-spec.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey } from "./tool-parameters.ts";

export const ChildCreateInput = z.strictObject({
  ...ChildSpec.shape,
  idempotency_key: idempotencyKey,
});
export type ChildCreateInput = z.infer<typeof ChildCreateInput>;

export const ChildCreateOutput = StartedChild.extend({ idempotent });
export type ChildCreateOutput = z.infer<typeof ChildCreateOutput>;
