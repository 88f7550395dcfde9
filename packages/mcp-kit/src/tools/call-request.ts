import type {
  CLIENT_CAPABILITIES_META_KEY,
  ClientCapabilities,
  RequestMeta,
  ServerContext,
} from "@modelcontextprotocol/server";

/** What the kit uses of the request behind a call, whether the SDK read it or the fast path did. */
export type CallRequest = {
  sessionId?: string | undefined;
  mcpReq: Pick<ServerContext["mcpReq"], "notify" | "send" | "requestSampling"> & {
    signal: StopSignal;
    _meta?: RequestMeta | undefined;
    /** What a client of 2026-07-28 says of itself with each request. */
    envelope?: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
    /** What such a client sends along when it was asked for it. */
    inputResponses?: Record<string, unknown> | undefined;
  };
};

/** The part of an `AbortSignal` that the kit watches. */
export type StopSignal = Pick<AbortSignal, "aborted" | "reason"> & {
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
