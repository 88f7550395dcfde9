import * as z from "zod";
import { anyObject } from "../primitives/record-of.ts";
import { instant, nullableText, text, texts } from "./response-fields.ts";

export const CausalEvent = z.object({
  id: text,
  type: text,
  ts: instant,
  run_id: nullableText,
  label: nullableText,
  data: anyObject(),
  causes: texts,
  effects: texts,
});
export type CausalEvent = z.infer<typeof CausalEvent>;
