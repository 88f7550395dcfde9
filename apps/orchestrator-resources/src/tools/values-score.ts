import { defineTool } from "@faculties/mcp-kit";
import {
  ValuesScoreInput,
  ValuesScoreOutput,
} from "@faculties/schemas/orchestrator-resources/values-score";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { scorePlan } from "../domain/score-plan.ts";
import { currentValues } from "../store/values.ts";

export const valuesScoreTool = defineTool({
  name: "values_score",
  title: "Score a plan",
  description:
    "Rate a plan against the values that were set: does it fit our principles, how well, and is it allowed? For reasons and remedies use values_explain.",
  input: ValuesScoreInput,
  output: ValuesScoreOutput,
  annotations: READS,
  async run({ plan, impacts, threshold }, { database }: Context) {
    const values = await database.query((tx) => currentValues(tx));
    return { plan, decision: scorePlan(values, impacts, threshold) };
  },
});
