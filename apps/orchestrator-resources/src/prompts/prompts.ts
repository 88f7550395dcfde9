import { runInParallelPrompt } from "./run-in-parallel.ts";
import { runReportPrompt } from "./run-report.ts";

export const prompts = [runInParallelPrompt, runReportPrompt];
