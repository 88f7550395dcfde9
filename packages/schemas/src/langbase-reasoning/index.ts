export { Branch, BRANCH_STATES } from "./branch.ts";
export { Checkpoint, CheckpointSummary } from "./checkpoint.ts";
export { DecisionCriterion } from "./decision-criterion.ts";
export { Detection } from "./detection.ts";
export { GRAPH_EDGE_TYPES, GraphEdge } from "./graph-edge.ts";
export { GRAPH_NODE_TYPES, GraphNode } from "./graph-node.ts";
export { Invocation } from "./invocation.ts";
export {
  ReasoningAnalyzePerspectivesInput,
  ReasoningAnalyzePerspectivesOutput,
  Stakeholder,
} from "./reasoning-analyze-perspectives.ts";
export {
  EvidenceItem,
  ReasoningAssessEvidenceInput,
  ReasoningAssessEvidenceOutput,
  SOURCE_TYPES,
} from "./reasoning-assess-evidence.ts";
export { ReasoningAutoInput, ReasoningAutoOutput } from "./reasoning-auto.ts";
export { ReasoningBacktrackInput, ReasoningBacktrackOutput } from "./reasoning-backtrack.ts";
export {
  ReasoningCheckpointCreateInput,
  ReasoningCheckpointCreateOutput,
} from "./reasoning-checkpoint-create.ts";
export {
  ReasoningDetectBiasesInput,
  ReasoningDetectBiasesOutput,
} from "./reasoning-detect-biases.ts";
export {
  FALLACY_CATEGORIES,
  ReasoningDetectFallaciesInput,
  ReasoningDetectFallaciesOutput,
} from "./reasoning-detect-fallacies.ts";
export { ReasoningDivergentInput, ReasoningDivergentOutput } from "./reasoning-divergent.ts";
export {
  REASONING_ERROR_TYPES,
  ReasoningErrorPayload,
  type ReasoningErrorType,
} from "./reasoning-error.ts";
export { EXPORT_FORMATS, ReasoningExportInput, ReasoningExportOutput } from "./reasoning-export.ts";
export {
  ReasoningGotAggregateInput,
  ReasoningGotAggregateOutput,
} from "./reasoning-got-aggregate.ts";
export { ReasoningGotFinalizeInput, ReasoningGotFinalizeOutput } from "./reasoning-got-finalize.ts";
export { ReasoningGotGenerateInput, ReasoningGotGenerateOutput } from "./reasoning-got-generate.ts";
export {
  GraphConfig,
  ReasoningGotInitInput,
  ReasoningGotInitOutput,
} from "./reasoning-got-init.ts";
export { ReasoningGotPruneInput, ReasoningGotPruneOutput } from "./reasoning-got-prune.ts";
export { ReasoningGotRefineInput, ReasoningGotRefineOutput } from "./reasoning-got-refine.ts";
export { ReasoningGotScoreInput, ReasoningGotScoreOutput } from "./reasoning-got-score.ts";
export { ReasoningGotStateInput, ReasoningGotStateOutput } from "./reasoning-got-state.ts";
export { ReasoningLinearInput, ReasoningLinearOutput } from "./reasoning-linear.ts";
export {
  DECISION_METHODS,
  ReasoningMakeDecisionInput,
  ReasoningMakeDecisionOutput,
} from "./reasoning-make-decision.ts";
export { ReasoningMetricsInput, ReasoningMetricsOutput } from "./reasoning-metrics.ts";
export { REASONING_MODES, ReasoningMode } from "./reasoning-mode.ts";
export { ReasoningPresetListInput, ReasoningPresetListOutput } from "./reasoning-preset-list.ts";
export { ReasoningPresetRunInput, ReasoningPresetRunOutput } from "./reasoning-preset-run.ts";
export {
  BayesianEvidence,
  BayesianUpdate,
  LIKELIHOOD_SOURCES,
  ReasoningProbabilisticInput,
  ReasoningProbabilisticOutput,
} from "./reasoning-probabilistic.ts";
export {
  ReasoningReflectionEvaluateInput,
  ReasoningReflectionEvaluateOutput,
} from "./reasoning-reflection-evaluate.ts";
export { ReasoningReflectionInput, ReasoningReflectionOutput } from "./reasoning-reflection.ts";
export {
  ReasoningTreeCompleteInput,
  ReasoningTreeCompleteOutput,
} from "./reasoning-tree-complete.ts";
export { ReasoningTreeFocusInput, ReasoningTreeFocusOutput } from "./reasoning-tree-focus.ts";
export { ReasoningTreeListInput, ReasoningTreeListOutput } from "./reasoning-tree-list.ts";
export { ReasoningTreeInput, ReasoningTreeOutput } from "./reasoning-tree.ts";
export {
  ReasoningCheckpointListInput,
  ReasoningCheckpointListOutput,
} from "./reasoning-checkpoint-list.ts";
export { Session } from "./session.ts";
export { Thought } from "./thought.ts";
export {
  CONDITION_OPERATORS,
  PresetStep,
  StepCondition,
  WorkflowPreset,
} from "./workflow-preset.ts";
