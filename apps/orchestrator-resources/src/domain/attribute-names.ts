import {
  PLAN_ATTRIBUTES,
  type PlanNodeKind,
} from "@faculties/schemas/orchestrator-resources/plan-node";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import type { GraphState } from "./graph-state.ts";
import { invalidGraph } from "./graph-structure.ts";

/** Names from elsewhere for what a node's attribute is called here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  retry: "retries",
  max_retries: "retries",
  attempts: "retries",
  timeout: "timeout_ms",
  timeout_s: "timeout_ms",
  retry_delay: "retry_delay_ms",
  if: "when",
  condition: "when",
  trigger_rule: "trigger",
  cmd: "command",
  arguments: "args",
  argv: "args",
  environment: "env",
  workdir: "cwd",
  working_directory: "cwd",
  foreach: "map_over",
  for_each: "map_over",
  map: "map_over",
  rollback: "undo",
  compensate: "undo",
  sleep_ms: "ms",
};

/** The attribute that a name was probably meant to be; undefined for one that is known, or free. */
export function meantAttribute(name: string, kind: PlanNodeKind): string | undefined {
  const known = PLAN_ATTRIBUTES[kind];
  if (known.includes(name)) return undefined;
  const plain = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[-\s]/g, "_")
    .toLowerCase();
  const elsewhere = ELSEWHERE[plain];
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  return known.find(
    (candidate) =>
      candidate === plain ||
      (plain.length >= 4 && differByOne(plain, candidate)) ||
      candidate === `${plain}_ms`,
  );
}

/** Whether one letter that was left out, added, replaced or swapped with the next makes one text the other. */
function differByOne(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const [one, other] = [left.slice(start), right.slice(start)];
  return (
    one.slice(1) === other.slice(1) ||
    one.slice(1) === other ||
    one === other.slice(1) ||
    (one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2))
  );
}

/** Refuses attributes of new or changed nodes that look like a known one: a run would ignore them without a word. */
export function refuseNearMisses(before: GraphState | undefined, after: GraphState): void {
  for (const [id, { attributes }] of after.nodes) {
    if (before?.nodes.get(id)?.attributes === attributes) continue;
    const kind = kindOf(attributes);
    if (kind === undefined) continue;
    for (const name of Object.keys(attributes)) {
      const meant = meantAttribute(name, kind);
      if (meant !== undefined && !Object.hasOwn(attributes, meant))
        throw invalidGraph(
          `The node "${id}" has the attribute "${name}", which a run would ignore; "${meant}" is meant, it seems. ` +
            "Rename it, or choose a name that is less like it.",
          { node: id, attribute: name, meant },
        );
    }
  }
}

function kindOf({ kind = "noop" }: Attributes): PlanNodeKind | undefined {
  return typeof kind === "string" && Object.hasOwn(PLAN_ATTRIBUTES, kind)
    ? (kind as PlanNodeKind)
    : undefined;
}
