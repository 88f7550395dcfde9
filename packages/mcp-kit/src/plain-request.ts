import type { Server } from "@modelcontextprotocol/server";
import type { CallRequest } from "./call-request.ts";
import { StopSource } from "./stop-signal.ts";

type Request = CallRequest["mcpReq"];

/** The request behind a plain call; a class, so that a call costs nothing for what its tool does not use. */
export class PlainRequest implements Request {
  readonly _meta: Request["_meta"];
  readonly envelope = undefined;
  readonly signal = new StopSource();
  readonly #server: Server;

  constructor(server: Server, meta: Request["_meta"]) {
    this.#server = server;
    this._meta = meta;
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
