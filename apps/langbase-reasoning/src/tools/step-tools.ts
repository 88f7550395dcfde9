import type { Tool } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { returnsPaidAnswers } from "../model/paid-answers.ts";
import { reasoningAnalyzePerspectives } from "./reasoning-analyze-perspectives.ts";
import { reasoningAssessEvidence } from "./reasoning-assess-evidence.ts";
import { reasoningAuto } from "./reasoning-auto.ts";
import { reasoningBacktrack } from "./reasoning-backtrack.ts";
import { reasoningCheckpointCreate } from "./reasoning-checkpoint-create.ts";
import { reasoningCheckpointList } from "./reasoning-checkpoint-list.ts";
import { reasoningDetectBiases } from "./reasoning-detect-biases.ts";
import { reasoningDetectFallacies } from "./reasoning-detect-fallacies.ts";
import { reasoningDivergent } from "./reasoning-divergent.ts";
import { reasoningGotAggregate } from "./reasoning-got-aggregate.ts";
import { reasoningGotFinalize } from "./reasoning-got-finalize.ts";
import { reasoningGotGenerate } from "./reasoning-got-generate.ts";
import { reasoningGotInit } from "./reasoning-got-init.ts";
import { reasoningGotPrune } from "./reasoning-got-prune.ts";
import { reasoningGotRefine } from "./reasoning-got-refine.ts";
import { reasoningGotScore } from "./reasoning-got-score.ts";
import { reasoningGotState } from "./reasoning-got-state.ts";
import { reasoningLinear } from "./reasoning-linear.ts";
import { reasoningMakeDecision } from "./reasoning-make-decision.ts";
import { reasoningProbabilistic } from "./reasoning-probabilistic.ts";
import { reasoningReflection } from "./reasoning-reflection.ts";
import { reasoningReflectionEvaluate } from "./reasoning-reflection-evaluate.ts";
import { reasoningTree } from "./reasoning-tree.ts";
import { reasoningTreeComplete } from "./reasoning-tree-complete.ts";
import { reasoningTreeFocus } from "./reasoning-tree-focus.ts";
import { reasoningTreeList } from "./reasoning-tree-list.ts";

const TOOLS: readonly Tool<Context>[] = [
  reasoningLinear,
  reasoningTree,
  reasoningTreeFocus,
  reasoningTreeList,
  reasoningTreeComplete,
  reasoningDivergent,
  reasoningReflection,
  reasoningReflectionEvaluate,
  reasoningAuto,
  reasoningCheckpointCreate,
  reasoningCheckpointList,
  reasoningBacktrack,
  reasoningGotInit,
  reasoningGotGenerate,
  reasoningGotScore,
  reasoningGotAggregate,
  reasoningGotRefine,
  reasoningGotPrune,
  reasoningGotFinalize,
  reasoningGotState,
  reasoningDetectBiases,
  reasoningDetectFallacies,
  reasoningMakeDecision,
  reasoningAnalyzePerspectives,
  reasoningAssessEvidence,
  reasoningProbabilistic,
];

/** The tools that the steps of a preset may use: all but those that run presets. */
export const STEP_TOOLS: readonly Tool<Context>[] = TOOLS.map(returnsPaidAnswers);

export const STEP_TOOL_NAMES: ReadonlySet<string> = new Set(STEP_TOOLS.map(({ name }) => name));
