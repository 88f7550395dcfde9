import { CodedError } from "@faculties/errors";
import type { GraphProblem } from "@faculties/schemas/orchestrator-resources/graph-problem";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import { type GraphState, predecessorsOf, successorsOf } from "./graph-state.ts";
import { inputsOf, readNode } from "./node-attributes.ts";
import { validateGraph } from "./validate-graph.ts";

export type PlannedNode = {
  id: string;
  /** As far as it is known before its templates are filled in. */
  node: PlanNode;
  attributes: Attributes;
  after: readonly string[];
  before: readonly string[];
};

/** A graph as something to do: what each node is, and what it waits for. */
export type Plan = ReadonlyMap<string, PlannedNode>;

/** The problems that keep a graph from being run. A graph that allows cycles cannot be run. */
export function planProblems(state: GraphState): GraphProblem[] {
  const metadata = { ...state.metadata, acyclic: true };
  return validateGraph({ ...state, metadata }).errors;
}

/** Reads a graph as a plan, or says why it is none. */
export function planOf(state: GraphState): Plan {
  const problems = planProblems(state);
  if (problems.length > 0)
    throw new CodedError(
      "E-PLAN-INVALID",
      `The graph cannot be run: ${problems.map(({ message }) => message).join(" ")}`.slice(
        0,
        2_000,
      ),
      { details: { problems: problems.slice(0, 20) } },
    );
  const after = predecessorsOf(state);
  const before = successorsOf(state);
  return new Map(
    [...state.nodes.values()].map(({ id, attributes }) => [
      id,
      {
        id,
        node: readNode(attributes).node as PlanNode,
        attributes,
        after: after.get(id) ?? [],
        before: before.get(id) ?? [],
      },
    ]),
  );
}

/** Refuses to run a plan without an input that one of its templates names. */
export function requireInputs(plan: Plan, inputs: Readonly<Record<string, unknown>>): void {
  const missing = new Set<string>();
  for (const { attributes } of plan.values())
    for (const name of inputsOf(attributes)) if (!Object.hasOwn(inputs, name)) missing.add(name);
  if (missing.size === 0) return;
  const names = [...missing].map((name) => `"${name}"`).join(", ");
  throw new CodedError(
    "E-PLAN-INPUTS",
    `The plan needs the inputs ${names}. Pass them as inputs.`,
    {
      details: { missing: [...missing] },
    },
  );
}

/** Nodes that could run together, in order, at most `width` at a time. */
export function planWaves(plan: Plan, width: number): string[][] {
  const waiting = new Map([...plan.values()].map(({ id, after }) => [id, after.length]));
  const waves: string[][] = [];
  let ready = [...plan.values()].filter(({ after }) => after.length === 0).map(({ id }) => id);
  while (ready.length > 0) {
    const wave = ready.slice(0, width);
    waves.push(wave);
    ready = ready.slice(width);
    for (const id of wave)
      for (const next of plan.get(id)?.before ?? []) {
        const left = (waiting.get(next) as number) - 1;
        waiting.set(next, left);
        if (left === 0) ready.push(next);
      }
  }
  return waves;
}
