import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { anyObject } from "../primitives/record-of.ts";
import { ReasoningMode } from "./reasoning-mode.ts";
import { nullableText, text } from "./response-fields.ts";

export const Session = z.object({
  id: text,
  mode: ReasoningMode,
  created_at: IsoTimestamp,
  updated_at: IsoTimestamp,
  metadata: anyObject().nullable(),
  active_branch_id: nullableText,
});
export type Session = z.infer<typeof Session>;
