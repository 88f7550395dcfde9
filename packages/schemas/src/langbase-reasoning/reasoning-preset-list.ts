import * as z from "zod";
import { freeObject } from "../primitives/free-object.ts";
import { count, text } from "./response-fields.ts";
import { optionalText } from "./tool-parameters.ts";

export const ReasoningPresetListInput = z.strictObject({
  category: optionalText.describe("Filter by category (e.g., 'code', 'architecture', 'research')"),
});
export type ReasoningPresetListInput = z.infer<typeof ReasoningPresetListInput>;

export const ReasoningPresetListOutput = z.object({
  presets: z.array(
    z.object({
      id: text,
      name: text,
      description: text,
      category: text,
      steps: count,
      input_schema: freeObject(),
    }),
  ),
  count,
});
export type ReasoningPresetListOutput = z.infer<typeof ReasoningPresetListOutput>;
