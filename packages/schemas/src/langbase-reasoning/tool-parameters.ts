import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";

// Shared schemas: describing one makes one copy instead of a chain of them.
export const optionalText = z.string().optional();
export const optionalTexts = z.array(z.string()).optional();
export const optionalUnitInterval = UnitInterval.optional();

export const content = nonBlankText("Content");
export const sessionId = z.string().describe("Session");
export const optionalSessionId = sessionId.optional();
export const confidence = optionalUnitInterval.describe("Least confidence");
export const context = optionalText.describe("Background");
export const branchId = z.string().describe("Branch");
export const graphId = z.string().describe("Graph");
export const nodeId = z.string().describe("Node");
export const problem = optionalText.describe("Problem");
export const thoughtId = optionalText.describe("Instead of content");
