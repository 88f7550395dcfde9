import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { Metrics } from "../domain/summarize-calls.ts";
import { DEFAULT_HOURS, readMetrics } from "../resources/read-metrics.ts";
import { renderColumns } from "./render-columns.ts";

const options = {
  json: option.boolean({ flag: "json", describe: "Print JSON" }),
  hours: option.decimal({
    flag: "hours",
    min: 0,
    max: 24 * 30,
    default: DEFAULT_HOURS,
    describe: "How far to look back",
  }),
};

export const metricsCommand = defineCommand<Context, typeof options>({
  name: "metrics",
  usage: "",
  summary: "Show response times, tokens and errors per provider",
  options,
  positionals: [0, 0],
  async run({ context, values, print }) {
    const metrics = await readMetrics(context, values.hours);
    if (values.json) print(JSON.stringify(metrics, null, 2));
    else for (const line of renderMetrics(metrics)) print(line);
  },
});

function renderMetrics({
  calls,
  highest_concurrency,
  providers,
  hours,
}: Metrics & { hours: number }) {
  if (calls === 0) return [`No calls to models in the last ${hours} hours.`];
  const header = [
    "provider",
    "calls",
    "errors",
    "p50 ms",
    "p95 ms",
    "tokens in / out",
    "cost",
    "why",
  ];
  const rows = providers.map((one) => [
    one.provider,
    `${one.calls}`,
    `${one.errors} (${(one.error_rate * 100).toFixed(1)} %)`,
    `${one.p50_ms ?? "–"}`,
    `${one.p95_ms ?? "–"}`,
    `${one.usage.input_tokens} / ${one.usage.output_tokens}`,
    one.usage.cost_usd === undefined ? "–" : `$${one.usage.cost_usd.toFixed(4)}`,
    Object.entries(one.errors_by_code)
      .map(([code, count]) => `${code} ${count}`)
      .join(", "),
  ]);
  return [
    ...renderColumns([header, ...rows]),
    "",
    `At most ${highest_concurrency} calls at the same time in the last ${hours} hours.`,
  ];
}
