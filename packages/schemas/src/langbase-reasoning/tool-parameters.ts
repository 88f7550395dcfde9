import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";

// Shared schemas: describing one makes one copy instead of a chain of them.
export const optionalText = z.string().optional();
export const optionalTexts = z.array(z.string()).optional();
export const optionalUnitInterval = UnitInterval.optional();

export const content = nonBlankText("Content");
export const sessionId = z.string().describe("Session ID");
export const optionalSessionId = optionalText.describe("Optional session ID");
export const confidence = optionalUnitInterval.describe("Confidence threshold (0.0-1.0)");
export const context = optionalText.describe("Additional context");
export const branchId = z.string().describe("Branch ID");
export const graphId = z.string().describe("Graph ID");
export const nodeId = z.string().describe("Node ID");
export const problem = optionalText.describe("Problem context");
export const thoughtId = optionalText.describe(
  "ID of an existing thought to analyze (alternative to content)",
);
