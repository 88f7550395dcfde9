import { defineTool } from "@faculties/mcp-kit";
import { PlanJoinInput, PlanJoinOutput } from "@faculties/schemas/orchestrator-resources/plan-join";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

const ANSWER_MS = 10_000;

export const planJoinTool = defineTool({
  name: "plan_join",
  title: "Wait for runs",
  description:
    "Wait until runs are done: block until all, the first, the first success or a quorum of them have ended, or the time is up.",
  input: PlanJoinInput,
  output: PlanJoinOutput,
  annotations: READS,
  isLong: () => true,
  // At its own limit the call answers how far the runs are, which takes a moment more.
  deadlineOf: (input, { settings }: Context) => waitOf(input, settings) + ANSWER_MS,
  run: (input, { steering, settings }: Context, call) =>
    steering.join(input, waitOf(input, settings), call),
});

const waitOf = (input: PlanJoinInput, { timings }: Context["settings"]): number =>
  input.timeout_ms ?? timings.defaultTimeoutMs;
