import type { FeatureName } from "@faculties/schemas/orchestrator-resources/feature-toggles";

/** Modules that the contract gives no toggle, because everything else builds on them. */
export type CoreName = "enableGraphs" | "enableChildren" | "enableRuns";
export type ToggleName = FeatureName | CoreName;

export type Toggle = { flag: string; namespace: string; description: string };

/** One row per toggle: its flag, its namespace and what the namespace holds. */
export const TOGGLES: Record<ToggleName, Toggle> = {
  enableMcpIntrospection: row("mcp-introspection", "mcp", "What this server is and can do"),
  enableResources: row("resources", "resources", "The sc:// registry: list, read, watch"),
  enableGraphs: row("graphs", "graph", "Versioned graphs and their algorithms"),
  enableChildren: row("children", "child", "Child processes with captured logs"),
  enableRuns: row("runs", "plan", "Graphs executed as runs"),
  enableBlackboard: row("blackboard", "blackboard", "Shared entries with TTL, tags and versions"),
  enableEventsBus: row("events-bus", "events", "Events of everything, by cursor and filter"),
  enableCancellation: row("cancellation", "cancellation", "Uniform cancelling of operations"),
  enableTx: row("tx", "tx", "Graph transactions"),
  enableBulk: row("bulk", "bulk", "Atomic batches"),
  enableIdempotency: row("idempotency", "idempotency", "idempotency_key on creating tools"),
  enableLocks: row("locks", "locks", "Graph locks"),
  enableDiffPatch: row("diff-patch", "diff_patch", "RFC 6902 differences of graph versions"),
  enablePlanLifecycle: row("plan-lifecycle", "plan_lifecycle", "Status, pause and resume of runs"),
  enableChildOpsFine: row("child-ops-fine", "child_ops", "Roles and limits of running children"),
  enableBT: row("bt", "bt", "Behaviour trees"),
  enableReactiveScheduler: row("reactive-scheduler", "scheduler", "plan_run with mode reactive"),
  enableStigmergy: row("stigmergy", "stigmergy", "Marks that fade"),
  enableCNP: row("cnp", "cnp", "Contract net: announce, bid, award"),
  enableConsensus: row("consensus", "consensus", "Votes"),
  enableAutoscaler: row("autoscaler", "autoscaler", "A pool of workers that follows the backlog"),
  enableSupervisor: row("supervisor", "supervisor", "Finds and ends stalled work"),
  enableKnowledge: row("knowledge", "knowledge", "Facts with source and confidence"),
  enableCausalMemory: row("causal-memory", "causal", "What led to what"),
  enableValueGuard: row("value-guard", "values", "Values that plans are weighed against"),
  enableValuesExplain: row("values-explain", "values_explain", "Why a plan is refused"),
  enableAssist: row("assist", "assist", "Plans suggested from what is known"),
};

function row(flag: string, namespace: string, description: string): Toggle {
  return { flag, namespace, description };
}
