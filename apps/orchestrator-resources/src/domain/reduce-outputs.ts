import { Addend } from "@faculties/schemas/orchestrator-resources/addend";
import type {
  PlanReduceInput,
  PlanReduceOutput,
} from "@faculties/schemas/orchestrator-resources/plan-reduce";

type NodeOutput = { nodeId: string; state: string; output: unknown };
type Reduced = Pick<PlanReduceOutput, "value" | "sources" | "skipped">;
type Usable = { nodeId: string; value: unknown };

/** Combines outputs in the order of the nodes; those that the reducer cannot use are skipped. */
export function reduceOutputs(
  reducer: PlanReduceInput["reducer"],
  nodes: readonly NodeOutput[],
): Reduced {
  const usable = nodes.flatMap(({ nodeId, state, output }): Usable[] => {
    const value = state === "succeeded" && output !== null ? READERS[reducer](output) : undefined;
    return value === undefined ? [] : [{ nodeId, value }];
  });
  const used = new Set(usable.map(({ nodeId }) => nodeId));
  return {
    value: COMBINERS[reducer](usable.map(({ value }) => value)),
    sources: [...used],
    skipped: nodes.map(({ nodeId }) => nodeId).filter((nodeId) => !used.has(nodeId)),
  };
}

const READERS: Record<PlanReduceInput["reducer"], (output: unknown) => unknown> = {
  concat: textOf,
  merge_json: objectOf,
  sum: numberOf,
  vote: textOf,
};

const COMBINERS: Record<PlanReduceInput["reducer"], (values: readonly unknown[]) => unknown> = {
  concat: (values) => values.join("\n"),
  merge_json: (values) =>
    Object.fromEntries(values.flatMap((value) => Object.entries(value as object))),
  sum: (values) => values.reduce((sum: number, value) => sum + (value as number), 0),
  vote: mostFrequent,
};

function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function objectOf(output: unknown): object | undefined {
  const value = typeof output === "string" ? parse(output) : output;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function numberOf(output: unknown): number | undefined {
  const value = typeof output === "string" && output.trim() !== "" ? Number(output) : output;
  return Addend.safeParse(value).data;
}

/** The most frequent value; of several the first in order of their text. */
function mostFrequent(values: readonly unknown[]): {
  winner: string | null;
  tally: Record<string, number>;
} {
  const tally = new Map<string, number>();
  for (const value of values as readonly string[]) {
    const choice = value.trim();
    tally.set(choice, (tally.get(choice) ?? 0) + 1);
  }
  const [winner] = [...tally].toSorted(
    ([left, leftVotes], [right, rightVotes]) => rightVotes - leftVotes || (left < right ? -1 : 1),
  );
  return { winner: winner?.[0] ?? null, tally: Object.fromEntries(tally) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
