import type {
  CLIENT_CAPABILITIES_META_KEY,
  ClientCapabilities,
  RequestMeta,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { StopSignal } from "./stop-signal.ts";

/** What the kit uses of the request behind a call, whether the SDK read it or `PlainCalls` did. */
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
