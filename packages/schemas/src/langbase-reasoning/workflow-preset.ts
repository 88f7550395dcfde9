import * as z from "zod";
import { freeObject } from "../primitives/free-object.ts";
import { text, texts } from "./response-fields.ts";

export const CONDITION_OPERATORS = [
  "gt",
  "gte",
  "lt",
  "lte",
  "eq",
  "neq",
  "contains",
  "exists",
] as const;

export const StepCondition = z
  .strictObject({
    field: text,
    operator: z.enum(CONDITION_OPERATORS),
    value: z.unknown().optional(),
  })
  .refine(({ operator, value }) => operator === "exists" || value !== undefined, {
    path: ["value"],
    error: "Required by every operator but exists",
  });
export type StepCondition = z.infer<typeof StepCondition>;

export const PresetStep = z.strictObject({
  id: text,
  tool: text,
  description: text.optional(),
  input_map: freeObject().optional(),
  store_as: text.optional(),
  depends_on: texts.optional(),
  optional: z.boolean().default(false),
  condition: StepCondition.optional(),
  for_each: text.optional(),
});
export type PresetStep = z.infer<typeof PresetStep>;

export const WorkflowPreset = z.strictObject({
  id: text,
  name: text,
  description: text,
  category: text,
  steps: z.array(PresetStep),
  input_schema: freeObject(),
});
export type WorkflowPreset = z.infer<typeof WorkflowPreset>;
