import type { Values } from "./context.ts";
import type { PipeKey } from "./prompts/pipe-prompt.ts";

export type PipeNames = Readonly<Record<PipeKey, string>>;

/** What each pipe is called at Langbase. */
export function pipeNames(values: Values): PipeNames {
  return {
    linear: values.pipeLinear,
    tree: values.pipeTree,
    divergent: values.pipeDivergent,
    reflection: values.pipeReflection,
    auto: values.pipeAuto,
    got: values.pipeGot,
    detection: values.pipeDetection,
    decision: values.pipeDecision,
  };
}
