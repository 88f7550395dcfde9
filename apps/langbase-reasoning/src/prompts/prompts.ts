import { checkArgumentPrompt } from "./check-argument.ts";
import { decidePrompt } from "./decide.ts";

export const prompts = [checkArgumentPrompt, decidePrompt];
