import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { invalidParams } from "./invalid-params.ts";

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

/** A result that the SDK's schema does not allow is this server's fault, and its parts are no caller's business. */
function isAboutResult({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call result: ");
}
