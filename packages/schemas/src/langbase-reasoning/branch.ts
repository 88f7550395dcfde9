import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { nullableText, text } from "./response-fields.ts";

export const BRANCH_STATES = ["active", "completed", "abandoned"] as const;

export const Branch = z.object({
  id: text,
  session_id: text,
  name: nullableText,
  parent_id: nullableText,
  state: z.enum(BRANCH_STATES),
  confidence: UnitInterval,
  priority: z.int(),
  created_at: IsoTimestamp,
  updated_at: IsoTimestamp,
});
export type Branch = z.infer<typeof Branch>;
