import { compareModelsPrompt } from "./compare-models.ts";
import { secondOpinionPrompt } from "./second-opinion.ts";

export const prompts = [compareModelsPrompt, secondOpinionPrompt];
