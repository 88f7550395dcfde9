type Sample = { suffix?: string; labels: Record<string, string>; value: number };

export type MetricFamily = {
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
