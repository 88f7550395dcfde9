export { Addend } from "./addend.ts";
export { AgentAutoscaleSetInput, AgentAutoscaleSetOutput } from "./agent-autoscale-set.ts";
export {
  BbDeleteInput,
  BbDeleteOutput,
  BbGetInput,
  BbGetOutput,
  BbQueryInput,
  BbQueryOutput,
  BbWatchInput,
  BbWatchOutput,
} from "./bb-read.ts";
export {
  BbBatchSetInput,
  BbBatchSetOutput,
  BbSetInput,
  BbSetOutput,
  BlackboardWrite,
} from "./bb-set.ts";
export { BEHAVIOUR_NODE_TYPES, type BehaviourNode, BehaviourTree } from "./behaviour-tree.ts";
export {
  BLACKBOARD_EVENT_KINDS,
  BlackboardEntrySnapshot,
  BlackboardEvent,
} from "./blackboard-entry.ts";
export {
  CANCEL_OUTCOMES,
  OpCancelInput,
  OpCancelOutput,
  PlanCancelInput,
  PlanCancelOutput,
} from "./cancellation.ts";
export {
  CausalEvent,
  CausalExplainInput,
  CausalExplainOutput,
  CausalExportInput,
  CausalExportOutput,
} from "./causal.ts";
export {
  ChildBatchCreateInput,
  ChildBatchCreateOutput,
  ChildCreateInput,
  ChildCreateOutput,
  ChildLimits,
  ChildSpec,
  StartedChild,
} from "./child-create.ts";
export { CHILD_STREAMS, type ChildStream, ResourceChildLogEntry } from "./child-log-entry.ts";
export { ChildSendInput, ChildSendOutput } from "./child-send.ts";
export { CHILD_STATES, ChildSnapshot, type ChildState } from "./child-snapshot.ts";
export {
  ChildListInput,
  ChildListOutput,
  ChildStatusInput,
  ChildStatusOutput,
} from "./child-status.ts";
export {
  ChildCancelInput,
  ChildCancelOutput,
  ChildGcInput,
  ChildGcOutput,
  ChildKillInput,
  ChildKillOutput,
} from "./child-stop.ts";
export {
  ChildAttachInput,
  ChildAttachOutput,
  ChildSetLimitsInput,
  ChildSetLimitsOutput,
  ChildSetRoleInput,
  ChildSetRoleOutput,
} from "./child-tuning.ts";
export { CnpAnnounceInput, CnpAnnounceOutput } from "./cnp-announce.ts";
export { CONSENSUS_MODES, ConsensusVoteInput, ConsensusVoteOutput } from "./consensus-vote.ts";
export {
  BulkFailures,
  ORCHESTRATOR_ERROR_CODES,
  type OrchestratorErrorCode,
  OrchestratorErrorPayload,
  VersionConflict,
} from "./error-codes.ts";
export { EventsSubscribeInput, EventsSubscribeOutput } from "./events-subscribe.ts";
export { FEATURE_NAMES, type FeatureName, FeatureToggles } from "./feature-toggles.ts";
export {
  CENTRALITY_METRICS,
  GraphCentralityInput,
  GraphCentralityOutput,
} from "./graph-centrality.ts";
export { GraphCreateInput, GraphCreateOutput, GraphDocument } from "./graph-create.ts";
export { GraphCriticalPathInput, GraphCriticalPathOutput } from "./graph-critical-path.ts";
export {
  GraphDiffInput,
  GraphDiffOutput,
  GraphPatchInput,
  GraphPatchOutput,
} from "./graph-diff.ts";
export { GRAPH_EXPORT_FORMATS, GraphExportInput, GraphExportOutput } from "./graph-export.ts";
export { GraphGetInput, GraphGetOutput } from "./graph-get.ts";
export { EdgePorts, GraphInvariants, NodePorts } from "./graph-invariants.ts";
export {
  GraphLockInput,
  GraphLockOutput,
  GraphUnlockInput,
  GraphUnlockOutput,
} from "./graph-lock.ts";
export {
  GraphBatchMutateInput,
  GraphBatchMutateOutput,
  GraphMutateInput,
  GraphMutateOutput,
} from "./graph-mutate.ts";
export { GraphOperation } from "./graph-operation.ts";
export { GraphPathsInput, GraphPathsOutput } from "./graph-paths.ts";
export { GraphSummarizeInput, GraphSummarizeOutput } from "./graph-summarize.ts";
export {
  GRAPH_PROBLEM_CODES,
  GraphProblem,
  GraphValidateInput,
  GraphValidateOutput,
} from "./graph-validate.ts";
export { JsonPatchOperation, PATCH_OPERATIONS } from "./json-patch.ts";
export { KgSuggestPlanInput, KgSuggestPlanOutput } from "./kg-suggest-plan.ts";
export {
  KgExportInput,
  KgExportOutput,
  KgInsertInput,
  KgInsertOutput,
  KgQueryInput,
  KgQueryOutput,
  KNOWLEDGE_FORMATS,
  Triple,
} from "./knowledge.ts";
export { LOG_SOURCES, LogLine, LogsTailInput, LogsTailOutput } from "./logs-tail.ts";
export { McpCapabilitiesInput, McpCapabilitiesOutput } from "./mcp-capabilities.ts";
export { McpInfoInput, McpInfoOutput } from "./mcp-info.ts";
export { NormalisedEdge, NormalisedGraph, NormalisedNode } from "./normalised-graph.ts";
export {
  PlanCompileBtInput,
  PlanCompileBtOutput,
  PlanRunBtInput,
  PlanRunBtOutput,
} from "./plan-bt.ts";
export { JOIN_POLICIES, PlanJoinInput, PlanJoinOutput } from "./plan-join.ts";
export {
  PlanDryRunInput,
  PlanDryRunOutput,
  PlanPauseInput,
  PlanPauseOutput,
  PlanResumeInput,
  PlanResumeOutput,
  PlanStatusInput,
  PlanStatusOutput,
} from "./plan-lifecycle.ts";
export { PLAN_NODE_KINDS, PlanNode, type PlanNodeKind, WorkerLabel } from "./plan-node.ts";
export { PlanReduceInput, PlanReduceOutput, REDUCERS } from "./plan-reduce.ts";
export { PlanRunInput, PlanRunOutput, StartedRun } from "./plan-run.ts";
export { RESOURCE_KINDS, ResourceKind } from "./resource-kind.ts";
export { ResourcesListInput, ResourcesListOutput } from "./resources-list.ts";
export {
  ResourcePayload,
  ResourcesReadInput,
  ResourcesReadOutput,
  TRANSACTION_STATES,
  type TransactionState,
} from "./resources-read.ts";
export { ResourcesWatchInput, ResourcesWatchOutput } from "./resources-watch.ts";
export {
  EVENT_LEVELS,
  type EventLevel,
  ResourceRunEvent,
  RUN_EVENT_KINDS,
  type RunEventKind,
} from "./run-event.ts";
export {
  NODE_STATES,
  NodeOutcome,
  type NodeState,
  RUN_STATES,
  RunSnapshot,
  type RunState,
} from "./run-snapshot.ts";
export { ChildSafety, RuntimeTimings, ServerLimits } from "./runtime-options.ts";
export { Attributes, Scalar } from "./scalar.ts";
export {
  StigDecayInput,
  StigDecayOutput,
  StigMarkInput,
  StigMarkOutput,
  StigSnapshotInput,
  StigSnapshotOutput,
} from "./stigmergy.ts";
export {
  TxApplyInput,
  TxApplyOutput,
  TxBeginInput,
  TxBeginOutput,
  TxCommitInput,
  TxCommitOutput,
  TxRollbackInput,
  TxRollbackOutput,
} from "./transaction.ts";
export {
  ValueDecision,
  ValuesExplainInput,
  ValuesExplainOutput,
  ValuesScoreInput,
  ValuesScoreOutput,
  ValuesSetInput,
  ValuesSetOutput,
  ValueViolation,
} from "./values.ts";
