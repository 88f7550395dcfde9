import type { RequestMeta, ServerContext } from "@modelcontextprotocol/server";
import type { StopSignal } from "./stop-signal.ts";

/** What the kit uses of the request behind a call, whether the SDK read it or `PlainCalls` did. */
export type CallRequest = {
  sessionId?: string | undefined;
  mcpReq: Pick<ServerContext["mcpReq"], "notify" | "send" | "requestSampling"> & {
    signal: StopSignal;
    _meta?: RequestMeta | undefined;
    envelope?: unknown;
  };
};
