import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { anyObject } from "../primitives/record-of.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { ReasoningMode } from "./reasoning-mode.ts";
import { nullableText, text } from "./response-fields.ts";

export const Thought = z.object({
  id: text,
  session_id: text,
  content: text,
  confidence: UnitInterval,
  mode: ReasoningMode,
  parent_id: nullableText,
  branch_id: nullableText,
  created_at: IsoTimestamp,
  metadata: anyObject().nullable(),
});
export type Thought = z.infer<typeof Thought>;
