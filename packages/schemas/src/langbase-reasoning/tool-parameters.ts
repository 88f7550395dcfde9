import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";

// Shared by the tools' own parameters: a description then costs one copy instead of a chain of them.
export const optionalText = z.string().optional();
export const optionalTexts = z.array(z.string()).optional();
export const optionalUnitInterval = UnitInterval.optional();

export const content = nonBlankText("Content");
export const sessionId = z.string().describe("Session ID");
export const optionalSessionId = sessionId.optional();
export const confidence = optionalUnitInterval.describe("Confidence threshold");
export const context = optionalText.describe("Additional context");
export const branchId = z.string().describe("Branch ID");
export const graphId = z.string().describe("Graph ID");
export const nodeId = z.string().describe("Node ID");
export const problem = optionalText.describe("Problem context");
export const thoughtId = optionalText.describe("Thought to analyze, instead of content");
