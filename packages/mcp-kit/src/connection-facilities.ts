import { randomUUID } from "node:crypto";
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { SamplingResult, ToolCall } from "./tool-call.ts";

const SAMPLING_TIMEOUT_MS = 10 * 60 * 1000;

type Facilities = Pick<ToolCall, "sessionId" | "roots" | "sample">;

/**
 * What the client of one connection offers. Only clients of the 2025 era can be asked in the middle of a
 * call; for those of 2026-07-28 both are absent.
 */
export function connectionFacilities(server: Server): (request: ServerContext) => Facilities {
  const ownId = randomUUID();
  return (request) => {
    const isModern = request.mcpReq.envelope !== undefined;
    const offered = isModern ? undefined : server.getClientCapabilities();
    return {
      sessionId: request.sessionId ?? ownId,
      async roots() {
        if (!offered?.roots) return undefined;
        const { roots } = await request.mcpReq.send({ method: "roots/list" });
        return roots.map((root) => root.uri);
      },
      sample: offered?.sampling
        ? async (params, { signal, timeoutMs = SAMPLING_TIMEOUT_MS } = {}) => {
            const result = await request.mcpReq.requestSampling(params, {
              signal: signal ?? request.mcpReq.signal,
              timeout: timeoutMs,
            });
            return result as SamplingResult;
          }
        : undefined,
    };
  };
}
