import { TRACEPARENT_META_KEY } from "@modelcontextprotocol/server";
import type { ObservedRequest } from "./call-observer.ts";

export type TraceContext = { traceId: string; parentId: string; isSampled: boolean };

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
