import { CodedError } from "@faculties/errors";
import { GraphDocument } from "@faculties/schemas/orchestrator-resources/graph-create";
import type { JsonPatchOperation } from "@faculties/schemas/orchestrator-resources/json-patch";
import { applyPatchStep } from "./apply-patch-step.ts";
import { buildGraph } from "./graph-structure.ts";
import type { GraphState } from "./graph-state.ts";

const PARTS = Object.keys(GraphDocument.shape);

/** Applies an RFC 6902 patch to a graph's document: name, nodes, edges and metadata. */
export function patchGraph(state: GraphState, patch: readonly JsonPatchOperation[]): GraphState {
  for (const [index, { path, from }] of patch.entries())
    for (const pointer of from === undefined ? [path] : [path, from])
      if (!PARTS.includes(pointer.split("/")[1] ?? ""))
        throw invalidPatch(
          index,
          `"${pointer}" is not within ${PARTS.map((part) => `/${part}`).join(", ")}`,
        );
  const document = structuredClone({
    name: state.name,
    nodes: [...state.nodes.values()],
    edges: [...state.edges.values()],
    metadata: state.metadata,
  });
  for (const [index, step] of patch.entries())
    try {
      applyPatchStep(document, structuredClone(step));
    } catch (error) {
      throw invalidPatch(index, `${step.op} ${step.path}: ${(error as Error).message}`);
    }
  const parsed = GraphDocument.safeParse(document);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(
      ({ path, message }) => `/${path.join("/")}: ${message}`,
    );
    throw new CodedError("E-PATCH-INVALID", `The result is no graph: ${reasons.join("; ")}`);
  }
  return buildGraph(parsed.data);
}

function invalidPatch(index: number, reason: string): CodedError {
  return new CodedError("E-PATCH-INVALID", `patch[${index}]: ${reason}.`, { details: { index } });
}
