import { defineTool } from "@faculties/mcp-kit";
import {
  ValuesExplainInput,
  ValuesExplainOutput,
} from "@faculties/schemas/orchestrator-resources/values-explain";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { explainDecision } from "../domain/explain-decision.ts";
import { scorePlan } from "../domain/score-plan.ts";
import { currentValues } from "../store/values.ts";

export const valuesExplainTool = defineTool({
  name: "values_explain",
  title: "Explain a score",
  description:
    "Explain why a plan is rejected or allowed by our values: which value it violates, what contributes, and what would make it acceptable.",
  input: ValuesExplainInput,
  output: ValuesExplainOutput,
  annotations: READS,
  async run({ plan, impacts, threshold }, { database }: Context) {
    const values = await database.query((tx) => currentValues(tx));
    const decision = scorePlan(values, impacts, threshold);
    return { plan, decision, ...explainDecision(plan, decision, impacts) };
  },
});
