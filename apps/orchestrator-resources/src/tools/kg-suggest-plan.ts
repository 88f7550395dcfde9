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
  description:
    "Propose a plan for a goal, such as a release, from facts of the knowledge graph (includes, depends_on, label, duration): steps with dependencies that graph_create takes.",
  input: KgSuggestPlanInput,
  output: KgSuggestPlanOutput,
  annotations: READS,
  async run({ goal, context }, { database }: Context) {
    const triples = await database.query((tx) => allTriples(tx));
    return suggestPlan(goal, context, triples);
  },
});
