import type {
  CLIENT_CAPABILITIES_META_KEY,
  ClientCapabilities,
  RequestMeta,
  ServerContext,
} from "@modelcontextprotocol/server";

/** The parts of the request behind a call that the kit uses, whether the SDK read it or the fast path did. */
export type CallRequest = {
  sessionId?: string | undefined;
  mcpReq: Pick<ServerContext["mcpReq"], "notify" | "send" | "requestSampling"> & {
    signal: StopSignal;
    _meta?: RequestMeta | undefined;
    /** The description of itself that a client of 2026-07-28 sends with each request. */
    envelope?: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
    /** The answers that such a client sends along when the server asked for them. */
    inputResponses?: Record<string, unknown> | undefined;
    /** The state that the server gave such a client to send back with its answers. */
    requestState?(): unknown;
  };
};

/** The part of an `AbortSignal` that the kit watches. */
export type StopSignal = Pick<AbortSignal, "aborted" | "reason"> & {
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
