import type { CallEnd, CallObserver } from "./call-observer.ts";

const BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
];

type ToolFigures = {
  outcomes: Map<string, number>;
  /** How many calls ended within each of the buckets, not cumulated. */
  within: number[];
  seconds: number;
  calls: number;
};

/** The resources that the callers of an HTTP server hold at this moment. */
export type HttpLoad = {
  connections: number;
  requests: number;
  streams: number;
  bodyBytes: number;
};

type Gauges = {
  server: string;
  version: string;
  sessions: number;
  contexts: number;
  storagePending: number;
  load: HttpLoad;
};

/** Counts for Prometheus. Labels are names of tools, outcomes and status codes, so they hold nothing that a caller has sent. */
export class Metrics implements CallObserver {
  readonly #tools = new Map<string, ToolFigures>();
  readonly #statuses = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  #inFlight = 0;

  begin(tool: string): (end: CallEnd) => void {
    const begun = performance.now();
    this.#inFlight += 1;
    return ({ outcome }) => {
      this.#inFlight -= 1;
      const figures = this.#figuresOf(tool);
      const seconds = (performance.now() - begun) / 1000;
      const bucket = BUCKETS.findIndex((most) => seconds <= most);
      if (bucket !== -1) figures.within[bucket] = (figures.within[bucket] ?? 0) + 1;
      figures.seconds += seconds;
      figures.calls += 1;
      increase(figures.outcomes, outcome);
    };
  }

  answered(status: number): void {
    increase(this.#statuses, String(status));
  }

  refused(reason: string): void {
    increase(this.#refusals, reason);
  }

  render(gauges: Gauges): string {
    return renderMetrics([
      ...this.#callFamilies(),
      ...this.#serverFamilies(gauges),
      ...processFamilies(),
    ]);
  }

  #figuresOf(tool: string): ToolFigures {
    const known = this.#tools.get(tool);
    if (known) return known;
    const made = { outcomes: new Map(), within: BUCKETS.map(() => 0), seconds: 0, calls: 0 };
    this.#tools.set(tool, made);
    return made;
  }

  #callFamilies(): MetricFamily[] {
    const tools = [...this.#tools];
    return [
      {
        name: "faculties_tool_calls_total",
        type: "counter",
        help: "Finished calls by tool and outcome.",
        samples: tools.flatMap(([tool, { outcomes }]) =>
          [...outcomes].map(([outcome, value]) => ({ labels: { tool, outcome }, value })),
        ),
      },
      {
        name: "faculties_tool_call_duration_seconds",
        type: "histogram",
        help: "How long calls took.",
        samples: tools.flatMap(([tool, figures]) => histogram({ tool }, figures)),
      },
      gauge("faculties_tool_calls_in_flight", "Calls that run now.", this.#inFlight),
      {
        name: "faculties_http_responses_total",
        type: "counter",
        help: "HTTP responses of the MCP endpoint by status.",
        samples: [...this.#statuses].map(([status, value]) => ({ labels: { status }, value })),
      },
      {
        name: "faculties_http_refusals_total",
        type: "counter",
        help: "HTTP requests and connections that were refused, by reason.",
        samples: [...this.#refusals].map(([reason, value]) => ({ labels: { reason }, value })),
      },
    ];
  }

  #serverFamilies({
    server,
    version,
    sessions,
    contexts,
    storagePending,
    load,
  }: Gauges): MetricFamily[] {
    return [
      {
        name: "faculties_build_info",
        type: "gauge",
        help: "The server and its version.",
        samples: [{ labels: { server, version }, value: 1 }],
      },
      gauge("faculties_http_sessions", "Open sessions of 2025-era clients.", sessions),
      gauge("faculties_contexts", "Open contexts: one for each active tenant and role.", contexts),
      gauge("faculties_storage_pending", "Database operations that wait or run.", storagePending),
      gauge("faculties_http_connections", "Open connections.", load.connections),
      gauge("faculties_http_requests_open", "Requests and streams under way.", load.requests),
      gauge("faculties_http_streams_open", "Streams under way.", load.streams),
      gauge("faculties_http_body_bytes", "Memory of large request bodies.", load.bodyBytes),
    ];
  }
}

function histogram(labels: Record<string, string>, { within, seconds, calls }: ToolFigures) {
  let so = 0;
  const buckets = BUCKETS.map((most, index) => {
    so += within[index] ?? 0;
    return { suffix: "_bucket", labels: { ...labels, le: String(most) }, value: so };
  });
  return [
    ...buckets,
    { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: calls },
    { suffix: "_sum", labels, value: seconds },
    { suffix: "_count", labels, value: calls },
  ];
}

function processFamilies(): MetricFamily[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = Date.now() / 1000 - process.uptime();
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_size_used_bytes", "Memory that JavaScript uses.", heapUsed),
    gauge("nodejs_external_memory_bytes", "Memory outside of the heap.", external),
    {
      name: "process_cpu_seconds_total",
      type: "counter",
      help: "Time on the processor.",
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
    gauge("process_start_time_seconds", "Start of the process, since 1970.", started),
  ];
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: "gauge", help, samples: [{ labels: {}, value }] };
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type Sample = { suffix?: string; labels: Record<string, string>; value: number };

type MetricFamily = {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
};

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Prometheus' text format. */
export function renderMetrics(families: readonly MetricFamily[]): string {
  return families.map(renderFamily).join("");
}

function renderFamily({ name, type, help, samples }: MetricFamily): string {
  const lines = samples.map(
    ({ suffix = "", labels, value }) => `${name}${suffix}${renderLabels(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function renderLabels(labels: Record<string, string>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
