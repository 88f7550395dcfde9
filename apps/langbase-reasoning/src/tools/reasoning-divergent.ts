import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDivergentInput,
  ReasoningDivergentOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-divergent";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningDivergentTool = defineTool({
  name: "reasoning_divergent",
  title: "Divergent",
  description:
    "Creative reasoning that generates novel perspectives and unconventional solutions. Challenges assumptions and synthesizes diverse viewpoints. Use it to brainstorm ideas out of the box, not to choose between known options. Asks a model.",
  toolset: "core",
  input: ReasoningDivergentInput,
  output: ReasoningDivergentOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { thinkDivergent } = await import("../thinking/think-divergent.ts");
    return thinkDivergent(context, input, call);
  },
});
