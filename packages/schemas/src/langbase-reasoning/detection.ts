import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { anyObject } from "../primitives/record-of.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { nullableText, text } from "./response-fields.ts";

export const detectionFields = {
  severity: z.int().min(1).max(5),
  confidence: UnitInterval,
  explanation: text,
  remediation: nullableText,
  excerpt: nullableText,
};

export const Detection = z.object({
  id: text,
  session_id: nullableText,
  thought_id: nullableText,
  detection_type: z.enum(["bias", "fallacy"]),
  name: text,
  ...detectionFields,
  created_at: IsoTimestamp,
  metadata: anyObject().nullable(),
});
export type Detection = z.infer<typeof Detection>;
