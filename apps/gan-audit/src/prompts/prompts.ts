import { reviewDiffPrompt } from "./review-diff.ts";

export const prompts = [reviewDiffPrompt];
