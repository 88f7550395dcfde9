import type { PlanStep } from "@faculties/schemas/orchestrator-resources/plan-start";
import type {
  NormalisedEdge,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import { splitCommandLine } from "./command-line.ts";
import { buildGraph } from "./graph-structure.ts";
import type { GraphState } from "./graph-state.ts";
import { invalidInput } from "./invalid-input.ts";

/** Builds and tests take longer than a single command usually does. */
const USUAL_TIMEOUT_MS = 1_800_000;

/** The graph that a list of steps stands for. */
export function graphOfSteps(name: string, steps: readonly PlanStep[]): GraphState {
  const ids = steps.map(({ id }, index) => id ?? `step-${index + 1}`);
  const nodes: NormalisedNode[] = [];
  const edges: NormalisedEdge[] = [];
  for (const [index, step] of steps.entries()) {
    const id = ids[index] as string;
    const before = index === 0 ? [] : [ids[index - 1] as string];
    nodes.push({ id, attributes: attributesOf(id, step) });
    for (const from of step.after ?? before) {
      if (!ids.includes(from))
        throw invalidInput(
          `steps[${index}].after: there is no step "${from}"; there are ${ids.join(", ")}.`,
        );
      edges.push({ from, to: id, attributes: {} });
    }
  }
  return buildGraph({ name, nodes, edges, metadata: {} });
}

function attributesOf(id: string, step: PlanStep): Attributes {
  const { id: _, after: __, run, ask, choices, prompt, map_over: over, env, ...others } = step;
  const actions = [run, ask, prompt].filter((action) => action !== undefined);
  if (actions.length !== 1)
    throw invalidInput(`The step "${id}" needs exactly one of run, ask and prompt.`);
  const shared = Object.fromEntries(
    Object.entries({
      ...others,
      ...(over !== undefined && {
        map_over: typeof over === "string" ? over : JSON.stringify(over),
      }),
      ...(env && { env: JSON.stringify(env) }),
    }).filter(([, value]) => value !== undefined),
  ) as Attributes;
  if (ask !== undefined)
    return {
      kind: "ask",
      question: ask,
      ...(choices && { choices: JSON.stringify(choices) }),
      ...shared,
    };
  const timeout_ms = step.timeout_ms ?? USUAL_TIMEOUT_MS;
  if (prompt !== undefined) return { kind: "agent", prompt, ...shared, timeout_ms };
  const { command, args } = splitCommandLine(run as string);
  return { kind: "child", command, args: JSON.stringify(args), ...shared, timeout_ms };
}
