import { CodedError } from "@faculties/errors";
import type { ReasoningErrorType } from "@faculties/schemas/langbase-reasoning/reasoning-error";

/** An error of the contract's table; `message` is shown to the caller. */
export function reasoningError(
  type: ReasoningErrorType,
  message: string,
  options: { details?: Record<string, unknown>; cause?: unknown } = {},
): CodedError {
  return new CodedError(type, message, options);
}

/** An argument that is well-formed but cannot be used. */
export function invalid(field: string, reason: string): CodedError {
  return reasoningError("Validation", `Validation failed: ${field} - ${reason}`, {
    details: { field },
  });
}

const KINDS = {
  session: ["SessionNotFound", "Session"],
  thought: ["ThoughtNotFound", "Thought"],
  branch: ["BranchNotFound", "Branch"],
  checkpoint: ["CheckpointNotFound", "Checkpoint"],
  graph: ["GraphNotFound", "Graph"],
  node: ["NodeNotFound", "Node"],
} as const satisfies Record<string, readonly [ReasoningErrorType, string]>;

/** The id is unknown, or belongs to another session or graph. */
export function notFound(kind: keyof typeof KINDS, id: string, where = ""): CodedError {
  const [type, word] = KINDS[kind];
  return reasoningError(type, `${word} not found: ${id}${where}`, { details: { id } });
}
