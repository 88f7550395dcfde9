import type { CallRequest, StopSignal } from "../tools/call-request.ts";
import type { Connection } from "../tools/tool-call.ts";

/** The request as a task sees it: its client may be gone, and hears of progress by asking for the task. */
export function detach(
  { mcpReq, ...request }: CallRequest,
  { server }: Connection,
  signal: AbortSignal,
): CallRequest {
  const { progressToken: _, ...meta } = mcpReq._meta ?? {};
  return {
    ...request,
    mcpReq: {
      signal,
      _meta: meta,
      ...(mcpReq.envelope && { envelope: mcpReq.envelope }),
      ...(mcpReq.inputResponses && { inputResponses: mcpReq.inputResponses }),
      ...(mcpReq.requestState && { requestState: mcpReq.requestState }),
      notify: async () => undefined,
      send: server.request.bind(server) as CallRequest["mcpReq"]["send"],
      requestSampling: server.createMessage.bind(
        server,
      ) as CallRequest["mcpReq"]["requestSampling"],
    },
  };
}

export function withSignal(
  mcpReq: CallRequest["mcpReq"],
  signal: StopSignal,
): CallRequest["mcpReq"] {
  return {
    signal,
    _meta: mcpReq._meta,
    ...(mcpReq.envelope && { envelope: mcpReq.envelope }),
    ...(mcpReq.inputResponses && { inputResponses: mcpReq.inputResponses }),
    notify: (...given) => mcpReq.notify(...given),
    send: ((...given: Parameters<typeof mcpReq.send>) =>
      mcpReq.send(...given)) as CallRequest["mcpReq"]["send"],
    requestSampling: ((...given: Parameters<typeof mcpReq.requestSampling>) =>
      mcpReq.requestSampling(...given)) as CallRequest["mcpReq"]["requestSampling"],
  };
}

/** Follows the signal of a request until the call no longer depends on that request. */
export class DetachableSignal implements StopSignal {
  readonly #parent: StopSignal;
  #isDetached = false;

  constructor(parent: StopSignal) {
    this.#parent = parent;
  }

  get aborted(): boolean {
    return !this.#isDetached && this.#parent.aborted;
  }

  get reason(): unknown {
    return this.#parent.reason;
  }

  /** From now on nothing that happens to the request is heard. */
  detach(): void {
    this.#isDetached = true;
  }

  addEventListener(type: "abort", listener: () => void, options: { once: true }): void {
    const unlessDetached = () => this.#isDetached || listener();
    this.#listeners.set(listener, unlessDetached);
    this.#parent.addEventListener(type, unlessDetached, options);
  }

  removeEventListener(type: "abort", listener: () => void): void {
    const added = this.#listeners.get(listener);
    if (added) this.#parent.removeEventListener(type, added);
    this.#listeners.delete(listener);
  }

  readonly #listeners = new Map<() => void, () => void>();
}
