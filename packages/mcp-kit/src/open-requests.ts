import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

/**
 * The requests of one HTTP session that wait for their answers. The SDK finds the stream of an answer by the request's id:
 * of two requests with one id, the first would wait for ever.
 */
export class OpenRequests {
  readonly #ids = new Set<RequestId>();

  constructor(transport: Transport) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!("method" in message) && message.id !== undefined) this.#ids.delete(message.id);
      return send(message, options);
    };
  }

  /** Opens the requests of a body; gives back an id that is open already, and opens none then. */
  open(body: unknown): RequestId | undefined {
    const messages = [body].flat() as JSONRPCMessage[];
    const ids = requestIds(messages);
    const taken = ids.find((id, at) => this.#ids.has(id) || ids.indexOf(id) !== at);
    if (taken !== undefined) return taken;
    for (const id of ids) this.#ids.add(id);
    // Who cancels is not answered.
    for (const message of messages)
      if ("method" in message && message.method === "notifications/cancelled")
        this.#ids.delete(message.params?.["requestId"] as RequestId);
    return undefined;
  }

  /** Takes back what was opened for a body that was refused. */
  forget(body: unknown): void {
    for (const id of requestIds([body].flat() as JSONRPCMessage[])) this.#ids.delete(id);
  }
}

function requestIds(messages: readonly (JSONRPCMessage | undefined)[]): RequestId[] {
  return messages.flatMap((message) =>
    message && "method" in message && "id" in message ? [message.id] : [],
  );
}
