import type { UsageTotals } from "@faculties/schemas/converse/usage";
import { dollars, duration, percent, wholeNumber } from "@faculties/views";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";

type Provider = {
  provider: string;
  calls: number;
  error_rate: number;
  p50_ms: number | null;
  p95_ms: number | null;
  usage: UsageTotals;
};

const SERVER = "converse";
const time = (ms: number | null): string => (ms === null ? "–" : duration(ms));

/** Latency, tokens and cost by provider. */
export function MetricsTable({ uri }: { uri: string }) {
  const { value } = useLive(SERVER, [uri], `metrics ${uri}`, () =>
    readJson<{ hours: number; providers: Provider[] }>(SERVER, uri),
  );
  if (value === undefined || value.providers.length === 0) return null;
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics">Providers in the last {Math.round(value.hours / 24)} days</h2>
      <div class="scroll-x" tabIndex={0} role="group" aria-label="Figures by provider">
        <table>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              {["Calls", "Failed", "Median", "95 %", "Tokens in", "Tokens out", "Cost"].map(
                (name) => (
                  <th scope="col" class="number" key={name}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {value.providers.map(({ provider, calls, error_rate, p50_ms, p95_ms, usage }) => (
              <tr key={provider}>
                <th scope="row">{provider}</th>
                <td class="number">{wholeNumber(calls)}</td>
                <td class="number">{percent(error_rate)}</td>
                <td class="number">{time(p50_ms)}</td>
                <td class="number">{time(p95_ms)}</td>
                <td class="number">{wholeNumber(usage.input_tokens)}</td>
                <td class="number">{wholeNumber(usage.output_tokens)}</td>
                <td class="number">
                  {usage.cost_usd === undefined ? "unknown" : dollars(usage.cost_usd)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
