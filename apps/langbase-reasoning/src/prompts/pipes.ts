import { auto } from "./auto.ts";
import { decision } from "./decision.ts";
import { detection } from "./detection.ts";
import { divergent } from "./divergent.ts";
import { got } from "./got.ts";
import { linear } from "./linear.ts";
import type { PipeKey, PipePrompt } from "./pipe-prompt.ts";
import { reflection } from "./reflection.ts";
import { tree } from "./tree.ts";

/** The eight pipes. */
export const PIPES: Record<PipeKey, PipePrompt> = {
  linear,
  tree,
  divergent,
  reflection,
  auto,
  got,
  detection,
  decision,
};
