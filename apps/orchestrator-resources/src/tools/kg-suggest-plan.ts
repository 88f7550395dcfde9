import { defineTool } from "@faculties/mcp-kit";
import {
  KgSuggestPlanInput,
  KgSuggestPlanOutput,
} from "@faculties/schemas/orchestrator-resources/kg-suggest-plan";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { suggestPlan } from "../domain/suggest-plan.ts";
import { allTriples } from "../store/knowledge.ts";

export const kgSuggestPlanTool = defineTool({
  name: "kg_suggest_plan",
  title: "Suggest a plan",
  description: "Plan fragments for a goal from known facts (includes, depends_on, label, duration)",
  input: KgSuggestPlanInput,
  output: KgSuggestPlanOutput,
  annotations: READS,
  async run({ goal, context }, { database }: Context) {
    const triples = await database.query((tx) => allTriples(tx));
    return suggestPlan(goal, context, triples);
  },
});
