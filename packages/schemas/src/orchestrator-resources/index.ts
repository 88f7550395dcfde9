export { Addend } from "./addend.ts";
export { AgentAutoscaleSetInput, AgentAutoscaleSetOutput } from "./agent-autoscale-set.ts";
export { BbBatchSetInput, BbBatchSetOutput } from "./bb-batch-set.ts";
export { BbDeleteInput, BbDeleteOutput } from "./bb-delete.ts";
export { BbGetInput, BbGetOutput } from "./bb-get.ts";
export { BbQueryInput, BbQueryOutput } from "./bb-query.ts";
export { BbSetInput, BbSetOutput } from "./bb-set.ts";
export { BbWatchInput, BbWatchOutput } from "./bb-watch.ts";
export { BEHAVIOUR_NODE_TYPES, type BehaviourNode, BehaviourTree } from "./behaviour-tree.ts";
export {
  BLACKBOARD_EVENT_KINDS,
  BlackboardEntrySnapshot,
  BlackboardEvent,
  BlackboardWrite,
} from "./blackboard-entry.ts";
export { CANCEL_OUTCOMES, reason } from "./cancellation.ts";
export { CausalEvent } from "./causal-event.ts";
export { CausalExplainInput, CausalExplainOutput } from "./causal-explain.ts";
export { CausalExportInput, CausalExportOutput } from "./causal-export.ts";
export { ChildAttachInput, ChildAttachOutput } from "./child-attach.ts";
export { ChildBatchCreateInput, ChildBatchCreateOutput } from "./child-batch-create.ts";
export { ChildCancelInput, ChildCancelOutput } from "./child-cancel.ts";
export { ChildCreateInput, ChildCreateOutput } from "./child-create.ts";
export { ChildGcInput, ChildGcOutput } from "./child-gc.ts";
export { ChildKillInput, ChildKillOutput } from "./child-kill.ts";
export { ChildListInput, ChildListOutput } from "./child-list.ts";
export { CHILD_STREAMS, type ChildStream, ResourceChildLogEntry } from "./child-log-entry.ts";
export { ChildSendInput, ChildSendOutput } from "./child-send.ts";
export { ChildSetLimitsInput, ChildSetLimitsOutput } from "./child-set-limits.ts";
export { ChildSetRoleInput, ChildSetRoleOutput } from "./child-set-role.ts";
export {
  CHILD_STATES,
  ChildSnapshot,
  type ChildState,
  StartedChild,
  StopOutcome,
} from "./child-snapshot.ts";
export { ChildLimits, ChildSpec } from "./child-spec.ts";
export { ChildStatusInput, ChildStatusOutput } from "./child-status.ts";
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
export { GraphBatchMutateInput, GraphBatchMutateOutput } from "./graph-batch-mutate.ts";
export {
  CENTRALITY_METRICS,
  GraphCentralityInput,
  GraphCentralityOutput,
} from "./graph-centrality.ts";
export { GraphCreateInput, GraphCreateOutput, GraphDocument } from "./graph-create.ts";
export { GraphCriticalPathInput, GraphCriticalPathOutput } from "./graph-critical-path.ts";
export { GraphDiffInput, GraphDiffOutput } from "./graph-diff.ts";
export { GRAPH_EXPORT_FORMATS, GraphExportInput, GraphExportOutput } from "./graph-export.ts";
export { GraphGetInput, GraphGetOutput } from "./graph-get.ts";
export { EdgePorts, GraphInvariants, NodePorts } from "./graph-invariants.ts";
export { GraphLockInput, GraphLockOutput } from "./graph-lock.ts";
export { GraphMutateInput, GraphMutateOutput } from "./graph-mutate.ts";
export { FurtherGraphOperation, GraphOperation } from "./graph-operation.ts";
export { GraphPatchInput, GraphPatchOutput } from "./graph-patch.ts";
export { GraphPathsInput, GraphPathsOutput } from "./graph-paths.ts";
export { GRAPH_PROBLEM_CODES, GraphProblem } from "./graph-problem.ts";
export { GraphSummarizeInput, GraphSummarizeOutput } from "./graph-summarize.ts";
export { GraphUnlockInput, GraphUnlockOutput } from "./graph-unlock.ts";
export { GraphValidateInput, GraphValidateOutput } from "./graph-validate.ts";
export { JsonPatchOperation, PATCH_OPERATIONS } from "./json-patch.ts";
export { KgExportInput, KgExportOutput, KNOWLEDGE_FORMATS } from "./kg-export.ts";
export { KgInsertInput, KgInsertOutput } from "./kg-insert.ts";
export { KgQueryInput, KgQueryOutput } from "./kg-query.ts";
export { KgSuggestPlanInput, KgSuggestPlanOutput } from "./kg-suggest-plan.ts";
export { LOG_SOURCES, LogLine, LogsTailInput, LogsTailOutput } from "./logs-tail.ts";
export { McpCapabilitiesInput, McpCapabilitiesOutput } from "./mcp-capabilities.ts";
export { McpInfoInput, McpInfoOutput } from "./mcp-info.ts";
export { NormalisedEdge, NormalisedGraph, NormalisedNode } from "./normalised-graph.ts";
export { OpCancelInput, OpCancelOutput } from "./op-cancel.ts";
export { PlanCancelInput, PlanCancelOutput } from "./plan-cancel.ts";
export { PlanCompileBtInput, PlanCompileBtOutput } from "./plan-compile-bt.ts";
export { PlanDryRunInput, PlanDryRunOutput } from "./plan-dry-run.ts";
export { JOIN_POLICIES, PlanJoinInput, PlanJoinOutput } from "./plan-join.ts";
export { PLAN_NODE_KINDS, PlanNode, type PlanNodeKind, WorkerLabel } from "./plan-node.ts";
export { PlanPauseInput, PlanPauseOutput } from "./plan-pause.ts";
export { PlanReduceInput, PlanReduceOutput, REDUCERS } from "./plan-reduce.ts";
export { PlanResumeInput, PlanResumeOutput } from "./plan-resume.ts";
export { PlanRunInput, PlanRunOutput } from "./plan-run.ts";
export { PlanRunBtInput, PlanRunBtOutput } from "./plan-run-bt.ts";
export { PlanStatusInput, PlanStatusOutput } from "./plan-status.ts";
export { RESOURCE_KINDS, ResourceKind } from "./resource-kind.ts";
export { ResourcesListInput, ResourcesListOutput } from "./resources-list.ts";
export { ResourcePayload, ResourcesReadInput, ResourcesReadOutput } from "./resources-read.ts";
export { ResourcesWatchInput, ResourcesWatchOutput } from "./resources-watch.ts";
export {
  count,
  idempotent,
  instant,
  nextCursor,
  nullableInstant,
  nullableText,
  text,
  texts,
  truncatedBefore,
} from "./response-fields.ts";
export {
  EVENT_LEVELS,
  type EventLevel,
  levels,
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
  StartedRun,
  StateChange,
} from "./run-snapshot.ts";
export { ChildSafety, RuntimeTimings, ServerLimits } from "./runtime-options.ts";
export { AttributeChanges, Attributes, Scalar } from "./scalar.ts";
export { StigDecayInput, StigDecayOutput } from "./stig-decay.ts";
export { StigMarkInput, StigMarkOutput } from "./stig-mark.ts";
export { StigSnapshotInput, StigSnapshotOutput } from "./stig-snapshot.ts";
export { point } from "./stigmergy-point.ts";
export {
  atLeast,
  childId,
  cursor,
  duration,
  expectedVersion,
  fromSeq,
  graphId,
  graphVersion,
  idempotencyKey,
  identifier,
  lockHolder,
  maxParallel,
  Name,
  optionalDuration,
  optionalIdentifier,
  pageSize,
  runId,
  textList,
} from "./tool-parameters.ts";
export { Transaction, TRANSACTION_STATES, type TransactionState, txId } from "./transaction.ts";
export { Triple } from "./triple.ts";
export { TxApplyInput, TxApplyOutput } from "./tx-apply.ts";
export { TxBeginInput, TxBeginOutput } from "./tx-begin.ts";
export { TxCommitInput, TxCommitOutput } from "./tx-commit.ts";
export { TxRollbackInput, TxRollbackOutput } from "./tx-rollback.ts";
export { ValueDecision, ValueViolation } from "./value-decision.ts";
export { ValuesExplainInput, ValuesExplainOutput } from "./values-explain.ts";
export { ValuesScoreInput, ValuesScoreOutput } from "./values-score.ts";
export { ValuesSetInput, ValuesSetOutput } from "./values-set.ts";
