import { defineTool } from "@faculties/mcp-kit";
import { McpInfoInput, McpInfoOutput } from "@faculties/schemas/orchestrator-resources/mcp-info";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { LATEST_PROTOCOL_VERSION } from "../protocol-version.ts";
import { featuresOf } from "../resolve-toggles.ts";
import { transportsOf } from "../transports.ts";

export const mcpInfo = defineTool({
  name: "mcp_info",
  title: "About this server",
  description: "What this server is, which modules are on, and its limits",
  input: McpInfoInput,
  output: McpInfoOutput,
  annotations: READS,
  run: (_, { facts, settings }: Context) => ({
    server: { name: facts.name, version: facts.version, mcpVersion: LATEST_PROTOCOL_VERSION },
    transports: transportsOf(facts),
    features: featuresOf(settings.toggles),
    timings: settings.timings,
    safety: settings.safety,
    limits: settings.limits,
  }),
});
