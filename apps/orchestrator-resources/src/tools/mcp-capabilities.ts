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
  description:
    "List what this orchestrator can do: the groups of tools that are enabled, with a line for each tool, and how to switch more tools on. Call it when a tool that you expect is missing.",
  input: McpCapabilitiesInput,
  output: McpCapabilitiesOutput,
  annotations: READS,
  // Asking what the server is must not need its database.
  beforeReady: true,
  run: (_, { facts, settings }: Context) => ({
    ...facts.capabilities,
    limits: { maxEventHistory: settings.limits.maxEventHistory },
  }),
});
