import { CodedError } from "@faculties/errors";
import type {
  PlanForkInput,
  PlanForkOutput,
} from "@faculties/schemas/orchestrator-resources/plan-fork";
import type { Context } from "../context.ts";
import { requireInputs } from "../domain/plan.ts";
import type { OnceRequest } from "../store/idempotency.ts";
import { getRun, nodesOf } from "../store/runs.ts";
import { PlanLoader } from "./plan-loader.ts";

/** Starts a run with the results that another one had before a node. */
export async function forkRun(
  { database, graphs, runs }: Pick<Context, "database" | "graphs" | "runs">,
  { run_id: runId, from, inputs: given }: PlanForkInput,
  request: OnceRequest,
): Promise<PlanForkOutput> {
  const { run, nodes } = await database.read(async (tx) => ({
    run: await getRun(tx, runId),
    nodes: await nodesOf(tx, runId),
  }));
  const { graphId, graphVersion, mode, nodeCount, pins, settings } = run;
  if (graphId === null || graphVersion === null)
    throw new CodedError("E-PLAN-INVALID", "A behaviour tree cannot be forked. Run it again.");
  const { plan } = await new PlanLoader(database, graphs).load(graphId, graphVersion);
  if (!plan.has(from))
    throw new CodedError(
      "E-PLAN-INVALID",
      `The graph "${graphId}" has no node "${from}" in version ${graphVersion}. Name one of its own nodes.`,
      { details: { graphId, node: from } },
    );
  const inputs = { ...run.inputs, ...given };
  requireInputs(plan, inputs);
  const again = new Set([from]);
  const waiting = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const after of plan.get(next)?.before ?? [])
      if (again.size < again.add(after).size) waiting.push(after);
  // Nodes within a nested graph or a map are named after the node that they belong to.
  const kept = nodes.filter(
    ({ nodeId, state }) => state === "succeeded" && !again.has(ownerOf(nodeId, plan)),
  );
  const shape = { graphId, graphVersion, mode, nodeCount, pins, inputs, forkOf: runId, settings };
  return runs.start({ ...shape, nodes: kept }, request);
}

/** The node of the graph itself that a node of the run belongs to. */
function ownerOf(nodeId: string, plan: ReadonlyMap<string, unknown>): string {
  for (let end = nodeId.length; end > 0; end = nodeId.lastIndexOf("/", end - 1))
    if (plan.has(nodeId.slice(0, end))) return nodeId.slice(0, end);
  return nodeId.replace(/#undo$/, "");
}
