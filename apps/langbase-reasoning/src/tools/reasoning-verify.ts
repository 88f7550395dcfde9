import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningVerifyInput,
  ReasoningVerifyOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-verify";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningVerifyTool = defineTool({
  name: "reasoning_verify",
  title: "Verify",
  description:
    "Verify a claim or a result before you rely on it: equations in it are computed, and several independent model calls judge it without seeing each other's verdicts. Use it for facts, calculations and conclusions; not for matters of taste. Costs one model call per pass; without a model only the equations are checked. A wrong equation decides, whatever the passes say.",
  toolset: "detect",
  input: ReasoningVerifyInput,
  output: ReasoningVerifyOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { verifyClaim } = await import("../reflection/verify-claim.ts");
    return verifyClaim(context, input, call);
  },
});
