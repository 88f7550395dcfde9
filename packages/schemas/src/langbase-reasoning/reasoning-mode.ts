import * as z from "zod";

export const REASONING_MODES = [
  "linear",
  "tree",
  "divergent",
  "reflection",
  "backtracking",
  "auto",
  "got",
  "detection",
  "decision",
  "perspectives",
  "evidence",
  "probabilistic",
  "preset",
] as const;

export const ReasoningMode = z.enum(REASONING_MODES);
export type ReasoningMode = z.infer<typeof ReasoningMode>;
