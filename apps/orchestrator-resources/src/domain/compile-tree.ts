import { CodedError } from "@faculties/errors";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import type { GraphState } from "./graph-state.ts";
import { planOf, planWaves } from "./plan.ts";

/** A behaviour tree that does what a run of the graph would: wave after wave, each at once. */
export function compileTree(state: GraphState): BehaviourNode {
  if (state.nodes.size === 0)
    throw new CodedError("E-BT-INVALID", "A graph without nodes makes no tree.");
  const waves = planWaves(planOf(state), Infinity);
  const taskOf = (id: string): BehaviourNode => {
    const {
      retries = 0,
      retry_delay_ms = 0,
      ...attributes
    } = state.nodes.get(id)?.attributes ?? {};
    const task: BehaviourNode = { type: "task", id, attributes };
    if (typeof retries !== "number" || retries === 0) return task;
    return { type: "retry", attempts: retries + 1, delay_ms: Number(retry_delay_ms), child: task };
  };
  const children = waves.map((wave): BehaviourNode => {
    const [first, ...others] = wave.map(taskOf);
    return others.length === 0
      ? (first as BehaviourNode)
      : { type: "parallel", children: wave.map(taskOf) };
  });
  return { type: "sequence", children };
}
