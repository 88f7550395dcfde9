import type { JSONRPCMessage, RequestId, RequestMeta, Server } from "@modelcontextprotocol/server";
import type { CallRequest, StopSignal } from "../../tools/call-request.ts";
import type { RunTool, ToolAnswer } from "../../tools/call-tool.ts";

const INTERNAL_ERROR = JSON.stringify({ code: -32603, message: "Internal error" });

/** The transport, which sends the JSON of the answer to a request. */
export type AnswerSink = { sendAnswer(id: RequestId, json: string): void };

/** Answers ordinary tool calls without the SDK; README.md says why, and when it steps aside. */
export class FastPath {
  readonly #running = new Map<RequestId, FastRequest>();
  #serving: { server: Server; run: RunTool } | undefined;
  #sdkIsBehind = false;

  /** Begins once the client of this server has ended its handshake. */
  serve(server: Server, run: RunTool): void {
    server.oninitialized = () => {
      this.#serving = { server, run };
    };
  }

  /** False when the SDK has to see the message. */
  take(message: JSONRPCMessage, sink: AnswerSink): boolean {
    const taken = this.#call(message, sink) || this.#cancel(message);
    if (!taken) this.#letSdkCatchUp();
    return taken;
  }

  close(): void {
    this.#serving = undefined;
    for (const request of this.#running.values())
      request.signal.abort(new Error("Connection closed"));
  }

  #call(message: JSONRPCMessage, sink: AnswerSink): boolean {
    if (this.#serving === undefined || this.#sdkIsBehind || !isOrdinaryCall(message)) return false;
    const { server, run } = this.#serving;
    const { id, params } = message;
    const request = new FastRequest(server, params._meta);
    const result = run(params.name, params.arguments, { mcpReq: request });
    if (result === undefined) return false;
    this.#running.set(id, request);
    void this.#answer(id, request, result, sink);
    return true;
  }

  async #answer(
    id: RequestId,
    request: FastRequest,
    pending: Promise<ToolAnswer>,
    sink: AnswerSink,
  ) {
    let json: string;
    try {
      json = `{"result":${(await pending).toJson()},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    } catch {
      json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${INTERNAL_ERROR}}`;
    }
    if (this.#running.get(id) === request) this.#running.delete(id);
    if (!request.signal.aborted) sink.sendAnswer(id, json);
  }

  #cancel(message: JSONRPCMessage): boolean {
    if (this.#running.size === 0 || !isOrdinaryCancellation(message)) return false;
    const { requestId, reason } = message.params;
    const request = this.#running.get(requestId);
    request?.signal.abort(reason);
    return request !== undefined;
  }

  /** The SDK only queues a message, so a call that comes in the same turn of the event loop must not overtake it. */
  #letSdkCatchUp(): void {
    if (this.#sdkIsBehind || this.#serving === undefined) return;
    this.#sdkIsBehind = true;
    setImmediate(() => {
      this.#sdkIsBehind = false;
    });
  }
}

type ProtocolRequest = CallRequest["mcpReq"];

/** The request behind a call; a class, so that a call costs nothing for members that its tool does not use. */
class FastRequest implements ProtocolRequest {
  readonly _meta: ProtocolRequest["_meta"];
  readonly envelope = undefined;
  readonly signal = new StopSource();
  readonly #server: Server;

  constructor(server: Server, meta: ProtocolRequest["_meta"]) {
    this.#server = server;
    this._meta = meta;
  }

  get notify(): ProtocolRequest["notify"] {
    return (notification) => this.#server.notification(notification);
  }

  get send(): ProtocolRequest["send"] {
    return this.#server.request.bind(this.#server) as ProtocolRequest["send"];
  }

  get requestSampling(): ProtocolRequest["requestSampling"] {
    return this.#server.createMessage.bind(this.#server) as ProtocolRequest["requestSampling"];
  }
}

/** Stops a call without the cost of an `AbortController`, which most calls never use. */
class StopSource implements StopSignal {
  aborted = false;
  reason: unknown;
  #listener: (() => void) | undefined;

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#listener?.();
  }

  /** One listener is enough: a request runs one call. */
  addEventListener(_type: "abort", listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }
}

type OrdinaryCall = {
  jsonrpc: "2.0";
  id: RequestId;
  method: "tools/call";
  params: { name: string; arguments?: Record<string, unknown>; _meta?: RequestMeta };
};

type OrdinaryCancellation = {
  jsonrpc: "2.0";
  method: "notifications/cancelled";
  params: { requestId: RequestId; reason?: string };
};

/** Whether every version of the protocol reads this call in the same way; `checkMessage` has checked the outer frame. */
export function isOrdinaryCall(message: JSONRPCMessage): message is OrdinaryCall {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return false;
  const { params } = message;
  if (params === undefined || !hasOnly(message, CALL_KEYS) || !hasOnly(params, CALL_PARAMS))
    return false;
  const { name, arguments: input, _meta: meta } = params as Record<string, unknown>;
  return (
    typeof name === "string" &&
    (input === undefined || isOrdinaryObject(input)) &&
    (meta === undefined || isOrdinaryMeta(meta))
  );
}

function isOrdinaryCancellation(message: JSONRPCMessage): message is OrdinaryCancellation {
  if (!("method" in message) || message.method !== "notifications/cancelled") return false;
  const { params } = message;
  if (params === undefined || !hasOnly(message, NOTIFICATION_KEYS)) return false;
  const { reason, _meta: meta } = params as Record<string, unknown>;
  return (
    (reason === undefined || typeof reason === "string") &&
    (meta === undefined || isOrdinaryMeta(meta))
  );
}

const CALL_KEYS = new Set(["jsonrpc", "id", "method", "params"]);
const CALL_PARAMS = new Set(["name", "arguments", "_meta"]);
const NOTIFICATION_KEYS = new Set(["jsonrpc", "method", "params"]);
const RESERVED = "io.modelcontextprotocol/";

function hasOnly(value: object, allowed: ReadonlySet<string>): boolean {
  for (const key in value) if (!allowed.has(key)) return false;
  return true;
}

/** A JSON object without the keys that a copy could lose or mistake for something else. */
function isOrdinaryObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, "__proto__") &&
    !Object.hasOwn(value, "constructor")
  );
}

function isOrdinaryMeta(meta: unknown): boolean {
  if (!isOrdinaryObject(meta)) return false;
  for (const key in meta) if (key.startsWith(RESERVED)) return false;
  const token = meta["progressToken"];
  return token === undefined || typeof token === "string" || Number.isSafeInteger(token);
}
