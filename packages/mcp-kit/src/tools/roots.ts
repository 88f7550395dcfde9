import { CodedError } from "@faculties/errors";
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
} from "@modelcontextprotocol/server";
import type { CallRequest } from "./call-request.ts";
import type { Tool } from "./define-tool.ts";
import { parseInput } from "./parse-input.ts";

const ROOTS = "roots";

/**
 * The input that a client of 2026-07-28 has to send with a second try of this call: such clients cannot be asked in the middle of a
 * call. Undefined when nothing is needed, when the client cannot give it, or when it has had its chance.
 */
export async function missingInput<Context>(
  tool: Tool<Context>,
  input: unknown,
  request: CallRequest,
  context: Context,
): Promise<InputRequiredResult | undefined> {
  if (request.mcpReq.inputResponses || !offersRoots(request)) return undefined;
  const parsed = parsedInput(tool, input);
  if (parsed === undefined || !(await tool.usesRoots?.(parsed, context))) return undefined;
  return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
}

/** The folders that came with a second try; undefined when the client has none to offer, an error when it kept them back. */
export function sentRoots(request: CallRequest): string[] | undefined {
  const answer = inputResponse(request.mcpReq.inputResponses, ROOTS);
  if (answer.kind !== "roots") {
    if (offersRoots(request)) throw rootsWithheld();
    return undefined;
  }
  // Comes from the client and was not checked by anybody.
  return answer.roots.map((root) => root?.uri as unknown).filter((uri) => typeof uri === "string");
}

/** For a client that says it has folders and then does not name them. */
export function rootsWithheld(cause?: unknown): CodedError {
  return new CodedError(
    "ROOTS_WITHHELD",
    "The client offers its folders (roots) but did not name them. Check its setup, or name the folder in the server's settings.",
    { isCallersFault: true, cause },
  );
}

function offersRoots({ mcpReq: { envelope } }: CallRequest): boolean {
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots !== undefined;
}

/** Undefined when the call will be refused anyway. */
function parsedInput<Context>(tool: Tool<Context>, input: unknown) {
  try {
    return parseInput(tool.input, input ?? {});
  } catch {
    return undefined;
  }
}
