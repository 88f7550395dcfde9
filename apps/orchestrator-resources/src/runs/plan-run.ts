import type { PlanRunInput } from "@faculties/schemas/orchestrator-resources/plan-run";
import type { GraphState } from "../domain/graph-state.ts";
import { requireInputs } from "../domain/plan.ts";
import { runEventsUri } from "../domain/resource-uri.ts";
import { type OnceRequest, writeOnce } from "../store/idempotency.ts";
import { graphKey } from "../store/lock-keys.ts";
import { insertRun, type NewRun, saveNodes } from "../store/runs.ts";
import type { RunNodeRow, RunRow } from "../store/tables.ts";
import { loadedPlan, PlanLoader } from "./plan-loader.ts";
import type { RunEngineParts } from "./run-engine.ts";

/** A new run: its shape, and what it keeps of another. */
export type NewRunPlan = Pick<NewRun, "graphId" | "graphVersion" | "mode" | "nodeCount"> &
  Partial<Pick<NewRun, "inputs" | "pins" | "forkOf">> & {
    settings: Record<string, unknown>;
    nodes?: readonly RunNodeRow[];
    /** The graph, when it is made for this run. */
    graph?: GraphState;
  };

/** The run that a graph would become, or why there can be none. With `state` the graph is new. */
export async function planGraph(
  { database, graphs }: Pick<RunEngineParts, "database" | "graphs">,
  input: PlanRunInput,
  state?: GraphState,
): Promise<NewRunPlan & { graphId: string; graphVersion: number }> {
  const plans = new PlanLoader(database, graphs);
  const loaded = state
    ? loadedPlan(input.graph_id, 1, state)
    : await plans.load(input.graph_id, input.version);
  const { graphId, version: graphVersion, plan } = loaded;
  const { inputs = {}, mode } = input;
  requireInputs(plan, inputs);
  const pins = await plans.pinsOf(loaded);
  const nodeCount = plan.size;
  const shape = { graphId, graphVersion, mode, nodeCount, inputs, pins, settings: input };
  return { ...shape, ...(state && { graph: state }) };
}

/** Writes a new run down, unless the request was answered before: then there is nothing to begin. */
export async function writeRun(
  { database, graphs, newId }: Pick<RunEngineParts, "database" | "graphs" | "newId">,
  plan: NewRunPlan,
  request: OnceRequest,
) {
  const { nodes = [], graph, settings, ...shape } = plan;
  const [runId, opId] = [newId("run"), newId("op")];
  const { graphId, graphVersion, mode, nodeCount, pins = null, inputs = null } = shape;
  let run: RunRow | undefined;
  const rows = nodes.map((node) => ({ ...node, runId }));
  const locks = graph && graphId !== null ? [graphKey(graphId)] : [];
  const started = await writeOnce(database, request, locks, async (tx, outbox) => {
    const { now } = outbox;
    if (graph && graphId !== null) await graphs.create(tx, outbox, graphId, graph);
    const { forkOf = null } = shape;
    const row: NewRun = {
      runId,
      opId,
      graphId,
      graphVersion,
      mode,
      nodeCount,
      pins,
      inputs,
      forkOf,
      settings,
      instanceId: database.writer,
      state: "running",
      createdAt: now,
      startedAt: now,
    };
    await insertRun(tx, outbox, row);
    run = { ...row, epoch: 1, resumes: 0, ordinal: 0, endedAt: null, error: null, outcome: null };
    await saveNodes(tx, rows);
    outbox.record({
      kind: "PLAN",
      runId,
      opId,
      graphId,
      payload: {
        mode,
        nodes: nodeCount,
        graph_version: graphVersion,
        ...(pins && Object.keys(pins).length > 0 && { nested_versions: pins }),
        ...(forkOf !== null && { fork_of: forkOf, kept: rows.length }),
      },
    });
    return {
      run_id: runId,
      op_id: opId,
      state: "running" as const,
      node_count: nodeCount,
      events_uri: runEventsUri(runId),
      ...(graphId !== null && { graph_id: graphId, graph_version: graphVersion }),
    };
  });
  const restored = new Map(rows.map((node) => [node.nodeId, node]));
  return { started, stored: !started.idempotent && run ? { run, restored } : undefined };
}
