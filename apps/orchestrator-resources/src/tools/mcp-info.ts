import { defineTool } from "@faculties/mcp-kit";
import { McpInfoInput, McpInfoOutput } from "@faculties/schemas/orchestrator-resources/mcp-info";
import type { Context, ServerFacts } from "../context.ts";
import { featuresOf } from "../modules/toggles.ts";
import { READS } from "./annotations.ts";

export const mcpInfoTool = defineTool({
  name: "mcp_info",
  title: "About this server",
  description:
    "Show what this orchestrator server is: its version, transports, enabled features, time limits, safety settings and limits. Call it when something is refused or times out. For the tools use mcp_capabilities.",
  input: McpInfoInput,
  output: McpInfoOutput,
  annotations: READS,
  // Asking what the server is must not need its database.
  beforeReady: true,
  run: (_, { facts, settings }: Context) => ({
    server: { name: facts.name, version: facts.version, mcpVersion: LATEST_PROTOCOL_VERSION },
    transports: transportsOf(facts),
    features: featuresOf(settings.toggles),
    timings: settings.timings,
    safety: settings.safety,
    limits: settings.limits,
  }),
});

/** The newest version of the protocol that this server speaks. */
const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** How clients reach this server. Over HTTP, newer clients need no session; older ones get one. */
function transportsOf({ http }: ServerFacts): McpInfoOutput["transports"] {
  const isHttp = http !== undefined;
  return {
    stdio: { enabled: !isHttp },
    http: {
      enabled: isHttp,
      host: http?.host ?? null,
      // 0 asks for any free port, and which one it is going to be is not known here.
      port: http?.port || null,
      path: isHttp ? "/mcp" : null,
      enableJson: isHttp,
      stateless: isHttp,
    },
  };
}
