import type { RequestMeta, ServerContext } from "@modelcontextprotocol/server";

/** What the kit uses of the request behind a call, whether the SDK read it or `PlainCalls` did. */
export type CallRequest = {
  sessionId?: string | undefined;
  mcpReq: Pick<ServerContext["mcpReq"], "signal" | "notify" | "send" | "requestSampling"> & {
    _meta?: RequestMeta | undefined;
    envelope?: unknown;
  };
};
