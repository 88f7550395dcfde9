import { CodedError } from "@faculties/errors";
import { option, type Options } from "@faculties/mcp-kit";
import {
  FEATURE_NAMES,
  type FeatureName,
  type FeatureToggles,
} from "@faculties/schemas/orchestrator-resources/feature-toggles";
import type { Settings } from "../settings.ts";

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
  enableSupervisor: row("supervisor", "supervisor", "Warns of silent work"),
  enableKnowledge: row("knowledge", "knowledge", "Facts with source and confidence"),
  enableCausalMemory: row("causal-memory", "causal", "What led to what"),
  enableValueGuard: row("value-guard", "values", "Values that plans are weighed against"),
  enableValuesExplain: row("values-explain", "values_explain", "Why a plan is refused"),
  enableAssist: row("assist", "assist", "Plans suggested from what is known"),
};

function row(flag: string, namespace: string, description: string): Toggle {
  return { flag, namespace, description };
}

/** Parameters that tools have only while a module is on. */
export const PARAMETER_TOGGLES: ReadonlyMap<string, ToggleName> = new Map([
  ["idempotency_key", "enableIdempotency"],
  ["holder", "enableLocks"],
]);

/** Refuses something that belongs to a module which is off. */
export function requireToggle({ toggles }: Settings, name: ToggleName, what: string): void {
  if (toggles[name]) return;
  throw new CodedError("E-FEATURE-DISABLED", `${what} is off. ${howToEnable(name)}`, {
    details: { flag: `--enable-${TOGGLES[name].flag}` },
  });
}

/** The sentence that says how to switch a module on. */
export function howToEnable(name: ToggleName): string {
  return `Start the server with --enable-${TOGGLES[name].flag} to switch it on.`;
}

export type Toggles = Record<ToggleName, boolean>;
type Given = Partial<Record<ToggleName, boolean | undefined>> & { enableAll: boolean };

const CORE: ReadonlySet<ToggleName> = new Set<CoreName>([
  "enableGraphs",
  "enableChildren",
  "enableRuns",
]);
// These two show what is there; every other module works on graphs, children or runs.
const LOOKING: ReadonlySet<ToggleName> = new Set<ToggleName>([
  "enableMcpIntrospection",
  "enableResources",
]);

/** Which modules are on: by their own flag, else by --enable-all, by being asked for by name, or as usual. */
export function resolveToggles(given: Given, named: ReadonlySet<ToggleName>): Toggles {
  const names = Object.keys(TOGGLES) as ToggleName[];
  const features = names.filter((name) => !CORE.has(name));
  const isOn = (name: ToggleName) =>
    given[name] ?? (given.enableAll || named.has(name) || name === "enableMcpIntrospection");
  const needsCore = features.some((name) => !LOOKING.has(name) && isOn(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      CORE.has(name) ? (given[name] ?? (isOn(name) || needsCore)) : isOn(name),
    ]),
  ) as Toggles;
}

/** The toggles that the contract knows. */
export function featuresOf(toggles: Toggles): FeatureToggles {
  return Object.fromEntries(FEATURE_NAMES.map((name) => [name, toggles[name]])) as FeatureToggles;
}

type ToggleOption = Options[string] & { default?: boolean | undefined };

// Without a default, so that a toggle that nobody set can follow --enable-all.
const toggleEntries = Object.entries(TOGGLES).map(([name, { flag, description }]) => [
  name,
  {
    kind: "boolean",
    flag: `enable-${flag}`,
    env: `ORCHESTRATOR_ENABLE_${flag.toUpperCase().replaceAll("-", "_")}`,
    describe: description,
  },
]);

/** A flag and a variable for each toggle. */
export const toggleOptions = {
  ...(Object.fromEntries(toggleEntries) as Record<ToggleName, ToggleOption>),
  enableAll: option.boolean({
    flag: "enable-all",
    env: "ORCHESTRATOR_ENABLE_ALL",
    describe: "Everything that is not switched off by its own flag",
  }),
};
