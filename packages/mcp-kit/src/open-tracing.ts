import type { CallObserver } from "./call-observer.ts";
import { OtlpExporter, type OtlpSettings } from "./otlp-exporter.ts";
import { traceCalls } from "./trace-calls.ts";

export type Tracing = { observer: CallObserver; close(): Promise<void> };

/** Records every call and sends what was recorded to a collector. */
export function openTracing(settings: OtlpSettings): Tracing {
  const exporter = new OtlpExporter(settings);
  return { observer: traceCalls(exporter.record), close: () => exporter.close() };
}
