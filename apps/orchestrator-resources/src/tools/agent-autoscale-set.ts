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
  description:
    "Start and stop worker processes automatically: keep a pool between a minimum and a maximum depending on the backlog, the queue of work that is waiting in runs. max 0 switches it off.",
  input: AgentAutoscaleSetInput,
  output: AgentAutoscaleSetOutput,
  annotations: STARTS,
  run: (input, { autoscaler }: Context) => autoscaler.set(input),
});
