import { waitUntil } from "@faculties/testkit";
import type { Endpoint, InteropClient } from "../clients/interop-client.ts";
import { readMetric } from "../http/read-metric.ts";
import type { LongCalls } from "./long-calls.ts";
import { startCollector } from "./start-collector.ts";

const IN_FLIGHT = "faculties_tool_calls_in_flight";
const CANCELLED = 'faculties_tool_calls_total{tool="plan_join",outcome="cancelled"}';

/** Runs of one node that waits. Joining them leaves no mark, so metrics and traces tell how the call ended. */
export async function joinRuns(): Promise<LongCalls> {
  const collector = await startCollector();
  let graphs = 0;

  async function startRun(client: InteropClient, ms: number): Promise<string> {
    const graph_id = `waits-${(graphs += 1)}`;
    const nodes = [{ id: "a", attributes: { kind: "wait", ms } }];
    await client.call("graph_create", { graph_id, name: "wait", nodes, edges: [] });
    const { text } = await client.call("plan_run", { graph_id });
    return (JSON.parse(text) as { run_id: string }).run_id;
  }

  /** Over stdio a server sends its traces every second; over HTTP the metrics know at once. */
  function watch(client: InteropClient, endpoint: Endpoint) {
    if (endpoint.over === "stdio")
      return {
        idle: async () => undefined,
        begun: () => client.call("mcp_info", {}),
        cancelled: async () => collector.cancelledBy(endpoint.env["OTEL_SERVICE_NAME"] ?? ""),
      };
    const inFlight = () => readMetric(endpoint.url, IN_FLIGHT);
    return {
      idle: () => waitUntil(async () => (await inFlight()) === 0, { what: "earlier calls to end" }),
      begun: () => waitUntil(inFlight, { what: "the join to begin" }),
      cancelled: () => readMetric(endpoint.url, CANCELLED),
    };
  }

  const join = (run_id: string) => ({ tool: "plan_join", arguments: { run_ids: [run_id] } });
  return {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    smoke: { tool: "mcp_info", arguments: {} },
    lasts: "`plan_join`, until runs have ended",
    // Longer than it takes to join it: clients on the 1.x SDK lose what they read together with the answer.
    progress: async (client) => join(await startRun(client, 1_000)),
    witness: "the call ends as cancelled in metrics and traces; the run goes on",
    async hold(_mark, client, endpoint) {
      const run_id = await startRun(client, 60_000);
      const { idle, begun, cancelled } = watch(client, endpoint);
      await idle();
      const before = await cancelled();
      return {
        ...join(run_id),
        begun,
        hasStopped: async () => (await cancelled()) > before && (await isRunning(client, run_id)),
        release: () => client.call("plan_cancel", { run_id }),
      };
    },
    close: () => collector.close(),
  };
}

async function isRunning(client: InteropClient, run_id: string): Promise<boolean> {
  const { text } = await client.call("plan_status", { run_id });
  return (JSON.parse(text) as { state: string }).state === "running";
}
