import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { instant, nullableText, text } from "./response-fields.ts";

export const Triple = z.object({
  id: text,
  subject: text,
  predicate: text,
  object: text,
  source: nullableText,
  confidence: UnitInterval,
  created_at: instant,
  updated_at: instant,
});
export type Triple = z.infer<typeof Triple>;
