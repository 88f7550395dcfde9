import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { describeIssue, isObject, type Issue, SHOWN_NAME } from "./json-values.ts";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server, but what it says of a wrong request is a sentence, and what failed inside stays inside. */
export class ProtocolServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line no-underscore-dangle -- the SDK's name for what it lets subclasses wrap
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        const refusal = invalidParams(method, request, error);
        if (refusal) throw refusal;
        if (error instanceof ProtocolError && !isAboutResult(error)) throw error;
        this.onerror?.(error as Error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
      }
    };
  }
}

/** A result that the SDK's schema does not allow is this server's fault, and the caller does not see its parts. */
function isAboutResult({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call result: ");
}

/**
 * The refusal of wrong `params` that the SDK words as a list of zod issues: one sentence that names the first wrong member and
 * what is expected there. Undefined when the error is about something else.
 */
function invalidParams(
  method: string,
  request: unknown,
  error: unknown,
): ProtocolError | undefined {
  if (!(error instanceof Error) || (error instanceof ProtocolError && !isAboutCall(error)))
    return undefined;
  const issues = issuesIn(error.message);
  return issues && refuseParams(method, request, issues);
}

/** Of all methods, the SDK checks this one before it calls the handler. */
function isAboutCall({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call request: ");
}

/** The same for issues that are at hand. */
export function refuseParams(
  method: string,
  request: unknown,
  [first]: readonly Issue[],
): ProtocolError {
  const fault = first ? describeIssue(first, request) : "its params do not fit.";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid ${method.slice(0, SHOWN_NAME)} request: ${fault}`,
  );
}

function issuesIn(message: string): Issue[] | undefined {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return undefined;
  try {
    const parsed: unknown = JSON.parse(message.slice(start));
    const isList =
      Array.isArray(parsed) &&
      parsed.length > 0 &&
      parsed.every((one) => isObject(one) && one["path"]);
    return isList ? (parsed as Issue[]) : undefined;
  } catch {
    return undefined;
  }
}
