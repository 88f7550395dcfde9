import { isSelected, type Tool, type ToolSelection } from "@faculties/mcp-kit";
import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import type { Context } from "../context.ts";
import { agentAutoscaleSet } from "../tools/agent-autoscale-set.ts";
import { bbBatchSet } from "../tools/bb-batch-set.ts";
import { bbDelete } from "../tools/bb-delete.ts";
import { bbGet } from "../tools/bb-get.ts";
import { bbQuery } from "../tools/bb-query.ts";
import { bbSet } from "../tools/bb-set.ts";
import { bbWatch } from "../tools/bb-watch.ts";
import { causalExplain } from "../tools/causal-explain.ts";
import { causalExport } from "../tools/causal-export.ts";
import { childAttach } from "../tools/child-attach.ts";
import { childBatchCreate } from "../tools/child-batch-create.ts";
import { childCancel } from "../tools/child-cancel.ts";
import { childCreate } from "../tools/child-create.ts";
import { childGc } from "../tools/child-gc.ts";
import { childKill } from "../tools/child-kill.ts";
import { childList } from "../tools/child-list.ts";
import { childSend } from "../tools/child-send.ts";
import { childSetLimits } from "../tools/child-set-limits.ts";
import { childSetRole } from "../tools/child-set-role.ts";
import { childStatus } from "../tools/child-status.ts";
import { cnpAnnounce } from "../tools/cnp-announce.ts";
import { consensusVote } from "../tools/consensus-vote.ts";
import { eventsSubscribe } from "../tools/events-subscribe.ts";
import { graphBatchMutate } from "../tools/graph-batch-mutate.ts";
import { graphCentrality } from "../tools/graph-centrality.ts";
import { graphCreate } from "../tools/graph-create.ts";
import { graphCriticalPath } from "../tools/graph-critical-path.ts";
import { graphDiff } from "../tools/graph-diff.ts";
import { graphExport } from "../tools/graph-export.ts";
import { graphGet } from "../tools/graph-get.ts";
import { graphLock } from "../tools/graph-lock.ts";
import { graphMutate } from "../tools/graph-mutate.ts";
import { graphPatch } from "../tools/graph-patch.ts";
import { graphPaths } from "../tools/graph-paths.ts";
import { graphSummarize } from "../tools/graph-summarize.ts";
import { graphUnlock } from "../tools/graph-unlock.ts";
import { graphValidate } from "../tools/graph-validate.ts";
import { kgExport } from "../tools/kg-export.ts";
import { kgInsert } from "../tools/kg-insert.ts";
import { kgQuery } from "../tools/kg-query.ts";
import { kgSuggestPlan } from "../tools/kg-suggest-plan.ts";
import { logsTail } from "../tools/logs-tail.ts";
import { mcpCapabilities } from "../tools/mcp-capabilities.ts";
import { mcpInfo } from "../tools/mcp-info.ts";
import { opCancel } from "../tools/op-cancel.ts";
import { planCancel } from "../tools/plan-cancel.ts";
import { planCompileBt } from "../tools/plan-compile-bt.ts";
import { planDryRun } from "../tools/plan-dry-run.ts";
import { planJoin } from "../tools/plan-join.ts";
import { planPause } from "../tools/plan-pause.ts";
import { planReduce } from "../tools/plan-reduce.ts";
import { planResume } from "../tools/plan-resume.ts";
import { planRunBt } from "../tools/plan-run-bt.ts";
import { planRun } from "../tools/plan-run.ts";
import { planStatus } from "../tools/plan-status.ts";
import { resourcesList } from "../tools/resources-list.ts";
import { resourcesRead } from "../tools/resources-read.ts";
import { resourcesWatch } from "../tools/resources-watch.ts";
import { stigDecay } from "../tools/stig-decay.ts";
import { stigMark } from "../tools/stig-mark.ts";
import { stigSnapshot } from "../tools/stig-snapshot.ts";
import { txApply } from "../tools/tx-apply.ts";
import { txBegin } from "../tools/tx-begin.ts";
import { txCommit } from "../tools/tx-commit.ts";
import { txRollback } from "../tools/tx-rollback.ts";
import { valuesExplain } from "../tools/values-explain.ts";
import { valuesScore } from "../tools/values-score.ts";
import { valuesSet } from "../tools/values-set.ts";
import { type ToggleName, TOGGLES, type Toggles } from "./toggles.ts";

/** Every tool, under the toggle that shows it. */
export const TOOLS: Record<ToggleName, readonly Tool<Context>[]> = {
  enableMcpIntrospection: [mcpInfo, mcpCapabilities],
  enableResources: [resourcesList, resourcesRead, resourcesWatch],
  enableGraphs: [
    graphCreate,
    graphGet,
    graphMutate,
    graphValidate,
    graphSummarize,
    graphPaths,
    graphCriticalPath,
    graphCentrality,
    graphExport,
  ],
  enableChildren: [childCreate, childSend, childStatus, childList, childCancel, childKill, childGc],
  enableRuns: [planRun, planJoin, planReduce],
  enableBlackboard: [bbSet, bbGet, bbQuery, bbDelete, bbWatch],
  enableEventsBus: [eventsSubscribe, logsTail],
  enableCancellation: [opCancel, planCancel],
  enableTx: [txBegin, txApply, txCommit, txRollback],
  enableBulk: [graphBatchMutate, bbBatchSet, childBatchCreate],
  enableIdempotency: [],
  enableLocks: [graphLock, graphUnlock],
  enableDiffPatch: [graphDiff, graphPatch],
  enablePlanLifecycle: [planStatus, planPause, planResume, planDryRun],
  enableChildOpsFine: [childSetRole, childSetLimits, childAttach],
  enableBT: [planCompileBt, planRunBt],
  enableReactiveScheduler: [],
  enableStigmergy: [stigMark, stigDecay, stigSnapshot],
  enableCNP: [cnpAnnounce],
  enableConsensus: [consensusVote],
  enableAutoscaler: [agentAutoscaleSet],
  enableSupervisor: [],
  enableKnowledge: [kgInsert, kgQuery, kgExport],
  enableCausalMemory: [causalExport, causalExplain],
  enableValueGuard: [valuesSet, valuesScore],
  enableValuesExplain: [valuesExplain],
  enableAssist: [kgSuggestPlan],
};

/** The modules that `--tools` or `--toolsets` ask for. */
export function namedToggles({
  tools = [],
  toolsets = [],
}: ToolSelection): ReadonlySet<ToggleName> {
  const names = (Object.keys(TOGGLES) as ToggleName[]).filter(
    (name) =>
      toolsets.includes(TOGGLES[name].namespace) ||
      TOOLS[name].some((tool) => tools.includes(tool.name)),
  );
  return new Set(names);
}

/** One namespace per module that is on, and the tools of each that this server offers. */
export function describeCapabilities(
  toggles: Toggles,
  selection: ToolSelection,
): Pick<McpCapabilitiesOutput, "namespaces" | "schemas"> {
  const on = (Object.keys(TOGGLES) as ToggleName[]).filter((name) => toggles[name]);
  return {
    namespaces: on.map((name) => {
      const { namespace, description } = TOGGLES[name];
      return { name: namespace, description };
    }),
    schemas: Object.fromEntries(
      on.flatMap((name) => {
        const { namespace } = TOGGLES[name];
        return TOOLS[name]
          .filter((tool) => isSelected({ ...tool, toolset: namespace }, selection))
          .map((tool) => [tool.name, { namespace, summary: tool.description }]);
      }),
    ),
  };
}
