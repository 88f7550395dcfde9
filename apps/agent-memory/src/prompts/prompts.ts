import { recallPrompt } from "./recall.ts";
import { rememberPrompt } from "./remember.ts";

export const prompts = [recallPrompt, rememberPrompt];
