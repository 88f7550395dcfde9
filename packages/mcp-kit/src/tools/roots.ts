import { CodedError } from "@faculties/errors";
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
} from "@modelcontextprotocol/server";
import { canAsk, elicitationOf, knownResponses } from "./ask.ts";
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
  sharesFolders: boolean,
): Promise<InputRequiredResult | undefined> {
  const { inputResponses, envelope } = request.mcpReq;
  if (inputResponses || !envelope || !(tool.usesRoots || tool.asksFirst)) return undefined;
  const parsed = parsedInput(tool, input);
  if (parsed === undefined) return undefined;
  const questions = (tool.asksFirst?.(parsed, context) ?? []).filter((question) =>
    canAsk(request, undefined, "url" in question ? "url" : "form"),
  );
  const usesRoots =
    sharesFolders && offersRoots(request) && (await tool.usesRoots?.(parsed, context));
  if (questions.length === 0 && !usesRoots) return undefined;
  const asked = questions.map((question) => [question.key, elicitationOf(question)] as const);
  const inputRequests = {
    ...Object.fromEntries(asked),
    ...(usesRoots && { [ROOTS]: inputRequired.listRoots() }),
  };
  return inputRequired({ inputRequests: inputRequests as never });
}

/** The folders that came with a second try; undefined when the client has none to offer, an error when it kept them back. */
export function sentRoots(request: CallRequest): string[] | undefined {
  const answer = inputResponse(knownResponses(request), ROOTS);
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
