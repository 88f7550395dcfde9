import { randomBytes } from "node:crypto";
import type { CallObserver } from "./call-observer.ts";
import { attributesOf, ERROR_STATUS, SERVER_KIND, type Span } from "./span.ts";
import { traceContextOf } from "./trace-context.ts";

/** Makes one span of every call, as a part of the caller's trace if the caller has one and wants it recorded. */
export function traceCalls(record: (span: Span) => void): CallObserver {
  return {
    begin(tool, request) {
      const context = traceContextOf(request);
      if (context?.isSampled === false) return () => undefined;
      const startedAt = Date.now();
      const begun = performance.now();
      return ({ outcome, code }) => {
        const took = performance.now() - begun;
        const isError = outcome === "refused" || outcome === "failed";
        record({
          traceId: context?.traceId ?? randomBytes(16).toString("hex"),
          spanId: randomBytes(8).toString("hex"),
          ...(context && { parentSpanId: context.parentId }),
          name: `tools/call ${tool}`,
          kind: SERVER_KIND,
          startTimeUnixNano: nanoseconds(startedAt),
          endTimeUnixNano: nanoseconds(startedAt + took),
          attributes: attributesOf({
            "mcp.method.name": "tools/call",
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": tool,
            "faculties.outcome": outcome,
            "error.type": isError ? (code ?? outcome) : undefined,
          }),
          status: isError ? { code: ERROR_STATUS } : {},
        });
      };
    },
  };
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000))}000`;
}
