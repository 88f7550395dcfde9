import type { JSONRPCMessage, RequestId, Server } from "@modelcontextprotocol/server";
import type { Answer } from "./answer.ts";
import type { CallRequest } from "./call-request.ts";
import { PlainRequest } from "./plain-request.ts";
import { isPlainCall, isPlainCancellation } from "./read-plain-call.ts";

const INTERNAL_ERROR = JSON.stringify({ code: -32603, message: "Internal error" });

/** Runs the tool of that name; undefined when there is none. */
type RunTool = (
  name: string,
  input: Record<string, unknown> | undefined,
  request: CallRequest,
) => Promise<Answer> | undefined;

/** Sends the JSON of the answer to a request. */
type SendAnswer = (id: RequestId, json: string) => void;

/**
 * Answers the ordinary `tools/call` of a 2025 client, which the SDK would hold against eight schemas. Everything out
 * of the ordinary, and everything before the handshake is complete, is left to the SDK.
 */
export class PlainCalls {
  readonly #send: SendAnswer;
  readonly #running = new Map<RequestId, PlainRequest>();
  #serving: { server: Server; run: RunTool } | undefined;
  #sdkIsBehind = false;

  constructor(send: SendAnswer) {
    this.#send = send;
  }

  /** Begins once the client of this server has ended its handshake. */
  serve(server: Server, run: RunTool): void {
    server.oninitialized = () => {
      this.#serving = { server, run };
    };
  }

  /** False when the SDK has to see the message. */
  take(message: JSONRPCMessage): boolean {
    const taken = this.#call(message) || this.#cancel(message);
    if (!taken) this.#letSdkCatchUp();
    return taken;
  }

  close(): void {
    this.#serving = undefined;
    for (const request of this.#running.values())
      request.signal.abort(new Error("Connection closed"));
  }

  #call(message: JSONRPCMessage): boolean {
    if (this.#serving === undefined || this.#sdkIsBehind || !isPlainCall(message)) return false;
    const { server, run } = this.#serving;
    const { id, params } = message;
    const request = new PlainRequest(server, params._meta);
    const result = run(params.name, params.arguments, { mcpReq: request });
    if (result === undefined) return false;
    this.#running.set(id, request);
    void this.#answer(id, request, result);
    return true;
  }

  async #answer(id: RequestId, request: PlainRequest, pending: Promise<Answer>) {
    let json: string;
    try {
      json = `{"result":${(await pending).toJson()},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    } catch {
      json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${INTERNAL_ERROR}}`;
    }
    if (this.#running.get(id) === request) this.#running.delete(id);
    if (!request.signal.aborted) this.#send(id, json);
  }

  #cancel(message: JSONRPCMessage): boolean {
    if (this.#running.size === 0 || !isPlainCancellation(message)) return false;
    const { requestId, reason } = message.params;
    const request = this.#running.get(requestId);
    request?.signal.abort(reason);
    return request !== undefined;
  }

  /** The SDK only queues what it is given, so what comes in the same turn of the event loop must not overtake it. */
  #letSdkCatchUp(): void {
    if (this.#sdkIsBehind || this.#serving === undefined) return;
    this.#sdkIsBehind = true;
    setImmediate(() => {
      this.#sdkIsBehind = false;
    });
  }
}
