import { defineTool } from "@faculties/mcp-kit";
import {
  McpCapabilitiesInput,
  McpCapabilitiesOutput,
} from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const mcpCapabilitiesTool = defineTool({
  name: "mcp_capabilities",
  title: "Capabilities",
  description: "Namespaces that are on, and the tools of each",
  input: McpCapabilitiesInput,
  output: McpCapabilitiesOutput,
  annotations: READS,
  run: (_, { facts, settings }: Context) => ({
    ...facts.capabilities,
    limits: { maxEventHistory: settings.limits.maxEventHistory },
  }),
});
