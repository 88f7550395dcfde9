import { defineTool } from "@faculties/mcp-kit";
import { PlanJoinInput, PlanJoinOutput } from "@faculties/schemas/orchestrator-resources";
import { READS } from "../annotations.ts";
import type { Context } from "../context.ts";

export const planJoin = defineTool({
  name: "plan_join",
  title: "Wait for runs",
  description: "Wait until runs have ended, as the policy says",
  input: PlanJoinInput,
  output: PlanJoinOutput,
  annotations: READS,
  // The call has a limit of its own, after which it answers how far the runs are.
  deadlineMs: 0,
  run: (input, { steering, settings }: Context, call) =>
    steering.join(input, input.timeout_ms ?? settings.timings.defaultTimeoutMs, call),
});
