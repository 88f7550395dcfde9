import { defineTool } from "@faculties/mcp-kit";
import {
  McpCapabilitiesInput,
  McpCapabilitiesOutput,
} from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { type ToggleName, TOGGLES } from "../modules/toggles.ts";

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
    available: (Object.keys(TOGGLES) as ToggleName[])
      .filter((name) => !settings.toggles[name])
      .map((name) => {
        const { flag, namespace, description: holds } = TOGGLES[name];
        return { name: namespace, description: holds, flag: `--enable-${flag}` };
      }),
    limits: { maxEventHistory: settings.limits.maxEventHistory },
  }),
});
