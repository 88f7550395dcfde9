import type { Server } from "@modelcontextprotocol/server";
import type { CallRequest } from "./call-request.ts";

type Request = CallRequest["mcpReq"];

/** The request behind a plain call; a class, so that a call costs nothing for what its tool does not use. */
export class PlainRequest implements Request {
  readonly _meta: Request["_meta"];
  readonly envelope = undefined;
  readonly #server: Server;
  readonly #controller = new AbortController();

  constructor(server: Server, meta: Request["_meta"]) {
    this.#server = server;
    this._meta = meta;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#controller.signal.aborted;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  get notify(): Request["notify"] {
    return (notification) => this.#server.notification(notification);
  }

  get send(): Request["send"] {
    return this.#server.request.bind(this.#server) as Request["send"];
  }

  get requestSampling(): Request["requestSampling"] {
    return this.#server.createMessage.bind(this.#server) as Request["requestSampling"];
  }
}
