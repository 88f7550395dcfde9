import * as z from "zod";

export const PATCH_OPERATIONS = ["add", "remove", "replace", "move", "copy", "test"] as const;

const needsValue = new Set<string>(["add", "replace", "test"]);
const needsFrom = new Set<string>(["move", "copy"]);

/** One operation of RFC 6902. */
export const JsonPatchOperation = z
  .strictObject({
    op: z.enum(PATCH_OPERATIONS),
    path: z.string(),
    from: z.string().optional(),
    value: z.unknown().optional(),
  })
  .refine((step) => !needsValue.has(step.op) || "value" in step, {
    path: ["value"],
    error: "value is required by this operation",
  })
  .refine((step) => !needsFrom.has(step.op) || step.from !== undefined, {
    path: ["from"],
    error: "from is required by this operation",
  });
export type JsonPatchOperation = z.infer<typeof JsonPatchOperation>;
