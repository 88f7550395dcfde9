import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";

export const REASONING_EFFORTS = ["minimal", "low", "medium", "high", "max"] as const;

export const prompt = nonBlankText("prompt");
export const continuationId = z
  .string()
  .optional()
  .describe("Continuation ID from an earlier answer, to continue that conversation");
export const images = z
  .array(z.string())
  .optional()
  .describe("Images or screenshots for visual context: absolute paths or data: URIs");
export const temperature = UnitInterval;
export const reasoningEffort = z
  .enum(REASONING_EFFORTS)
  .default("medium")
  .describe("Reasoning depth for thinking models, from 'minimal' (quick) to 'max' (thorough)");
