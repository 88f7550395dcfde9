import { randomBytes } from "node:crypto";
import { TRACEPARENT_META_KEY } from "@modelcontextprotocol/server";
import type { CallObserver, ObservedRequest } from "./call-observer.ts";
import {
  attributesOf,
  ERROR_STATUS,
  OtlpExporter,
  type OtlpSettings,
  SERVER_KIND,
  type Span,
} from "./otlp-exporter.ts";

/** Makes one span of every call, as a part of the caller's trace if the caller has one and wants it recorded. */
function traceCalls(record: (span: Span) => void): CallObserver {
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

type TraceContext = { traceId: string; parentId: string; isSampled: boolean };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's place in a trace, by W3C Trace Context, from the request's `_meta` or its HTTP header. */
export function traceContextOf({ mcpReq, http }: ObservedRequest): TraceContext | undefined {
  return (
    readTraceparent(mcpReq._meta?.[TRACEPARENT_META_KEY]) ??
    readTraceparent(http?.req?.headers.get("traceparent"))
  );
}

function readTraceparent(text: unknown): TraceContext | undefined {
  const match = typeof text === "string" ? TRACEPARENT.exec(text) : null;
  const [, version, traceId = "", parentId = "", flags = "", more] = match ?? [];
  const isValid =
    match !== null &&
    version !== "ff" &&
    (version !== "00" || more === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId);
  return isValid
    ? { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
    : undefined;
}

export type Tracing = { observer: CallObserver; close(): Promise<void> };

/** Records every call and sends what was recorded to a collector. */
export function openTracing(settings: OtlpSettings): Tracing {
  const exporter = new OtlpExporter(settings);
  return { observer: traceCalls(exporter.record), close: () => exporter.close() };
}
