import { isSelected, type Tool, type ToolSelection } from "@faculties/mcp-kit";
import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import type { Context } from "../context.ts";
import { agentAutoscaleSetTool } from "../tools/agent-autoscale-set.ts";
import { bbBatchSetTool } from "../tools/bb-batch-set.ts";
import { bbDeleteTool } from "../tools/bb-delete.ts";
import { bbGetTool } from "../tools/bb-get.ts";
import { bbQueryTool } from "../tools/bb-query.ts";
import { bbSetTool } from "../tools/bb-set.ts";
import { bbWatchTool } from "../tools/bb-watch.ts";
import { causalExplainTool } from "../tools/causal-explain.ts";
import { causalExportTool } from "../tools/causal-export.ts";
import { childAttachTool } from "../tools/child-attach.ts";
import { childBatchCreateTool } from "../tools/child-batch-create.ts";
import { childCancelTool } from "../tools/child-cancel.ts";
import { childCreateTool } from "../tools/child-create.ts";
import { childGcTool } from "../tools/child-gc.ts";
import { childKillTool } from "../tools/child-kill.ts";
import { childListTool } from "../tools/child-list.ts";
import { childSendTool } from "../tools/child-send.ts";
import { childSetLimitsTool } from "../tools/child-set-limits.ts";
import { childSetRoleTool } from "../tools/child-set-role.ts";
import { childStatusTool } from "../tools/child-status.ts";
import { cnpAnnounceTool } from "../tools/cnp-announce.ts";
import { consensusVoteTool } from "../tools/consensus-vote.ts";
import { eventsSubscribeTool } from "../tools/events-subscribe.ts";
import { graphBatchMutateTool } from "../tools/graph-batch-mutate.ts";
import { graphCentralityTool } from "../tools/graph-centrality.ts";
import { graphCreateTool } from "../tools/graph-create.ts";
import { graphCriticalPathTool } from "../tools/graph-critical-path.ts";
import { graphDiffTool } from "../tools/graph-diff.ts";
import { graphExportTool } from "../tools/graph-export.ts";
import { graphGetTool } from "../tools/graph-get.ts";
import { graphLockTool } from "../tools/graph-lock.ts";
import { graphMutateTool } from "../tools/graph-mutate.ts";
import { graphPatchTool } from "../tools/graph-patch.ts";
import { graphPathsTool } from "../tools/graph-paths.ts";
import { graphSummarizeTool } from "../tools/graph-summarize.ts";
import { graphUnlockTool } from "../tools/graph-unlock.ts";
import { graphValidateTool } from "../tools/graph-validate.ts";
import { kgExportTool } from "../tools/kg-export.ts";
import { kgInsertTool } from "../tools/kg-insert.ts";
import { kgQueryTool } from "../tools/kg-query.ts";
import { kgSuggestPlanTool } from "../tools/kg-suggest-plan.ts";
import { logsTailTool } from "../tools/logs-tail.ts";
import { mcpCapabilitiesTool } from "../tools/mcp-capabilities.ts";
import { mcpInfoTool } from "../tools/mcp-info.ts";
import { opCancelTool } from "../tools/op-cancel.ts";
import { planAnswerTool } from "../tools/plan-answer.ts";
import { planCancelTool } from "../tools/plan-cancel.ts";
import { planCompileBtTool } from "../tools/plan-compile-bt.ts";
import { planDryRunTool } from "../tools/plan-dry-run.ts";
import { planForkTool } from "../tools/plan-fork.ts";
import { planJoinTool } from "../tools/plan-join.ts";
import { planListTool } from "../tools/plan-list.ts";
import { planPauseTool } from "../tools/plan-pause.ts";
import { planReduceTool } from "../tools/plan-reduce.ts";
import { planResumeTool } from "../tools/plan-resume.ts";
import { planRunBtTool } from "../tools/plan-run-bt.ts";
import { planRunTool } from "../tools/plan-run.ts";
import { planStartTool } from "../tools/plan-start.ts";
import { planStatusTool } from "../tools/plan-status.ts";
import { resourcesListTool } from "../tools/resources-list.ts";
import { resourcesReadTool } from "../tools/resources-read.ts";
import { resourcesWatchTool } from "../tools/resources-watch.ts";
import { stigDecayTool } from "../tools/stig-decay.ts";
import { stigMarkTool } from "../tools/stig-mark.ts";
import { stigSnapshotTool } from "../tools/stig-snapshot.ts";
import { txApplyTool } from "../tools/tx-apply.ts";
import { txBeginTool } from "../tools/tx-begin.ts";
import { txCommitTool } from "../tools/tx-commit.ts";
import { txRollbackTool } from "../tools/tx-rollback.ts";
import { valuesExplainTool } from "../tools/values-explain.ts";
import { valuesScoreTool } from "../tools/values-score.ts";
import { valuesSetTool } from "../tools/values-set.ts";
import { PARAMETER_TOGGLES, type ToggleName, TOGGLES, type Toggles } from "./toggles.ts";

/** Every tool, under the toggle that shows it. */
export const TOOLS: Record<ToggleName, readonly Tool<Context>[]> = {
  enableMcpIntrospection: [mcpInfoTool, mcpCapabilitiesTool],
  enableResources: [resourcesListTool, resourcesReadTool, resourcesWatchTool],
  enableGraphs: [
    graphCreateTool,
    graphGetTool,
    graphMutateTool,
    graphValidateTool,
    graphSummarizeTool,
    graphPathsTool,
    graphCriticalPathTool,
    graphCentralityTool,
    graphExportTool,
  ],
  enableChildren: [
    childCreateTool,
    childSendTool,
    childStatusTool,
    childListTool,
    childCancelTool,
    childKillTool,
    childGcTool,
  ],
  enableRuns: [
    planStartTool,
    planRunTool,
    planJoinTool,
    planListTool,
    planAnswerTool,
    planReduceTool,
  ],
  enableBlackboard: [bbSetTool, bbGetTool, bbQueryTool, bbDeleteTool, bbWatchTool],
  enableEventsBus: [eventsSubscribeTool, logsTailTool],
  enableCancellation: [opCancelTool, planCancelTool],
  enableTx: [txBeginTool, txApplyTool, txCommitTool, txRollbackTool],
  enableBulk: [graphBatchMutateTool, bbBatchSetTool, childBatchCreateTool],
  enableIdempotency: [],
  enableLocks: [graphLockTool, graphUnlockTool],
  enableDiffPatch: [graphDiffTool, graphPatchTool],
  enablePlanLifecycle: [
    planStatusTool,
    planPauseTool,
    planResumeTool,
    planForkTool,
    planDryRunTool,
  ],
  enableChildOpsFine: [childSetRoleTool, childSetLimitsTool, childAttachTool],
  enableBT: [planCompileBtTool, planRunBtTool],
  enableReactiveScheduler: [],
  enableStigmergy: [stigMarkTool, stigDecayTool, stigSnapshotTool],
  enableCNP: [cnpAnnounceTool],
  enableConsensus: [consensusVoteTool],
  enableAutoscaler: [agentAutoscaleSetTool],
  enableSupervisor: [],
  enableKnowledge: [kgInsertTool, kgQueryTool, kgExportTool],
  enableCausalMemory: [causalExportTool, causalExplainTool],
  enableValueGuard: [valuesSetTool, valuesScoreTool],
  enableValuesExplain: [valuesExplainTool],
  enableAssist: [kgSuggestPlanTool],
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

/** Modules whose schemas the contract gives to the letter. */
const OF_THE_CONTRACT: ReadonlySet<ToggleName> = new Set([
  "enableMcpIntrospection",
  "enableResources",
]);

/**
 * The tools of the modules that are on. All tools get the same two things here, so no tool file mentions them: the name
 * of their module as toolset, and a schema without the parameters of modules that are off.
 */
export function offeredTools(toggles: Toggles): Tool<Context>[] {
  const on = (Object.keys(TOGGLES) as ToggleName[]).filter((name) => toggles[name]);
  return on.flatMap((name) => TOOLS[name].map((tool) => offer(tool, name, toggles)));
}

function offer(tool: Tool<Context>, name: ToggleName, toggles: Toggles): Tool<Context> {
  const hidden = [...PARAMETER_TOGGLES].filter(
    ([parameter, toggle]) => !toggles[toggle] && parameter in tool.input.shape,
  );
  const mask = Object.fromEntries(hidden.map(([parameter]) => [parameter, true]));
  const input = hidden.length === 0 ? tool.input : tool.input.omit(mask as never);
  return {
    ...tool,
    toolset: TOGGLES[name].namespace,
    // Unknown arguments are refused all the same; saying so in every schema costs more than it helps.
    input: OF_THE_CONTRACT.has(name) ? input : input.meta({ additionalProperties: undefined }),
  };
}
