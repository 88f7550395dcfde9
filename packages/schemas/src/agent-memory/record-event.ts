import * as z from "zod";
import { BaseResponse } from "./base-response.ts";
import { LONGEST_NAME, LONGEST_SUMMARY, textOfAtLeast, textOfAtMost } from "./text-of-at-least.ts";

export const EVENT_KINDS = ["success", "error", "note"] as const;

export const RecordEventInput = z.object({
  kind: z.enum(EVENT_KINDS).describe("How it went"),
  target: textOfAtLeast(1, LONGEST_NAME).describe(
    "The object or area it happened to, the same name each time",
  ),
  summary: textOfAtLeast(1, LONGEST_SUMMARY).describe("What happened, in a sentence"),
  reference: textOfAtMost(LONGEST_NAME).optional().describe("Commit, file or link that shows it"),
});
export type RecordEventInput = z.infer<typeof RecordEventInput>;

export const RecordEventOutput = BaseResponse.extend({
  event_id: z.string(),
  proposal_id: z.string().optional().describe("The draft that this event completed"),
});
export type RecordEventOutput = z.infer<typeof RecordEventOutput>;
