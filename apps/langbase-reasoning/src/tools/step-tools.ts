import type { Tool } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { returnsPaidAnswers } from "../model-calls/paid-answers.ts";
import { reasoningAnalyzePerspectivesTool } from "./reasoning-analyze-perspectives.ts";
import { reasoningAssessEvidenceTool } from "./reasoning-assess-evidence.ts";
import { reasoningAutoTool } from "./reasoning-auto.ts";
import { reasoningBacktrackTool } from "./reasoning-backtrack.ts";
import { reasoningCheckpointCreateTool } from "./reasoning-checkpoint-create.ts";
import { reasoningCheckpointListTool } from "./reasoning-checkpoint-list.ts";
import { reasoningDetectBiasesTool } from "./reasoning-detect-biases.ts";
import { reasoningDetectFallaciesTool } from "./reasoning-detect-fallacies.ts";
import { reasoningDivergentTool } from "./reasoning-divergent.ts";
import { reasoningGotAggregateTool } from "./reasoning-got-aggregate.ts";
import { reasoningGotFinalizeTool } from "./reasoning-got-finalize.ts";
import { reasoningGotGenerateTool } from "./reasoning-got-generate.ts";
import { reasoningGotInitTool } from "./reasoning-got-init.ts";
import { reasoningGotPruneTool } from "./reasoning-got-prune.ts";
import { reasoningGotRefineTool } from "./reasoning-got-refine.ts";
import { reasoningGotScoreTool } from "./reasoning-got-score.ts";
import { reasoningGotSearchTool } from "./reasoning-got-search.ts";
import { reasoningGotStateTool } from "./reasoning-got-state.ts";
import { reasoningLinearTool } from "./reasoning-linear.ts";
import { reasoningMakeDecisionTool } from "./reasoning-make-decision.ts";
import { reasoningProbabilisticTool } from "./reasoning-probabilistic.ts";
import { reasoningReflectionTool } from "./reasoning-reflection.ts";
import { reasoningReflectionEvaluateTool } from "./reasoning-reflection-evaluate.ts";
import { reasoningVerifyTool } from "./reasoning-verify.ts";
import { reasoningTreeTool } from "./reasoning-tree.ts";
import { reasoningTreeCompleteTool } from "./reasoning-tree-complete.ts";
import { reasoningTreeFocusTool } from "./reasoning-tree-focus.ts";
import { reasoningTreeListTool } from "./reasoning-tree-list.ts";

const TOOLS: readonly Tool<Context>[] = [
  reasoningLinearTool,
  reasoningTreeTool,
  reasoningTreeFocusTool,
  reasoningTreeListTool,
  reasoningTreeCompleteTool,
  reasoningDivergentTool,
  reasoningReflectionTool,
  reasoningReflectionEvaluateTool,
  reasoningVerifyTool,
  reasoningAutoTool,
  reasoningCheckpointCreateTool,
  reasoningCheckpointListTool,
  reasoningBacktrackTool,
  reasoningGotInitTool,
  reasoningGotGenerateTool,
  reasoningGotScoreTool,
  reasoningGotAggregateTool,
  reasoningGotRefineTool,
  reasoningGotPruneTool,
  reasoningGotFinalizeTool,
  reasoningGotStateTool,
  reasoningGotSearchTool,
  reasoningDetectBiasesTool,
  reasoningDetectFallaciesTool,
  reasoningMakeDecisionTool,
  reasoningAnalyzePerspectivesTool,
  reasoningAssessEvidenceTool,
  reasoningProbabilisticTool,
];

/** The tools that a preset's steps may use: all except those that run presets. */
export const STEP_TOOLS: readonly Tool<Context>[] = TOOLS.map(returnsPaidAnswers);

export const STEP_TOOL_NAMES: ReadonlySet<string> = new Set(STEP_TOOLS.map(({ name }) => name));
