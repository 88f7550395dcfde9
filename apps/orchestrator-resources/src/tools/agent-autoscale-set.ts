import { defineTool } from "@faculties/mcp-kit";
import {
  AgentAutoscaleSetInput,
  AgentAutoscaleSetOutput,
} from "@faculties/schemas/orchestrator-resources/agent-autoscale-set";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const agentAutoscaleSetTool = defineTool({
  name: "agent_autoscale_set",
  title: "Scale workers",
  description: "Keep a pool of worker processes that follows the backlog of runs",
  input: AgentAutoscaleSetInput,
  output: AgentAutoscaleSetOutput,
  annotations: STARTS,
  run: (input, { autoscaler }: Context) => autoscaler.set(input),
});
