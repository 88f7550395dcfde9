import * as z from "zod";
import { anyObject, recordOf } from "../primitives/record-of.ts";
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

export const StepCondition = z.object({
  field: text,
  operator: z.enum(CONDITION_OPERATORS),
  value: z.unknown().optional(),
});
export type StepCondition = z.infer<typeof StepCondition>;

export const PresetStep = z.object({
  id: text,
  tool: text,
  description: text.optional(),
  input_map: recordOf(z.unknown()).optional(),
  store_as: text.optional(),
  depends_on: texts.optional(),
  optional: z.boolean().default(false),
  condition: StepCondition.optional(),
  for_each: text.optional(),
});
export type PresetStep = z.infer<typeof PresetStep>;

export const WorkflowPreset = z.object({
  id: text,
  name: text,
  description: text,
  category: text,
  steps: z.array(PresetStep),
  input_schema: anyObject(),
});
export type WorkflowPreset = z.infer<typeof WorkflowPreset>;
