import { CodedError } from "@faculties/errors";
import { invariantProblems } from "./graph-invariants.ts";
import type { GraphState } from "./graph-state.ts";

const CODES = {
  CYCLE: "E-PATCH-CYCLE",
  PORT: "E-PATCH-PORTS",
  CARDINALITY: "E-PATCH-CARD",
  NODE_ATTRIBUTES: "E-GRAPH-INVALID",
};

/** Refuses a graph that breaks its own rules. Cycles are against the rules unless it says so, or `usually` does. */
export function keepInvariants(state: GraphState, usually: { acyclic: boolean }): void {
  const [problem, ...others] = invariantProblems(state, usually);
  if (!problem) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new CodedError(CODES[problem.code], `${problem.message}${more}`, {
    details: { nodes: problem.nodes },
  });
}
