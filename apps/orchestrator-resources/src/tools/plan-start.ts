import { defineTool } from "@faculties/mcp-kit";
import {
  LONGEST_WAIT_MS,
  PlanStartInput,
  PlanStartOutput,
} from "@faculties/schemas/orchestrator-resources/plan-start";
import type { Context } from "../context.ts";
import { startSteps } from "../runs/start-steps.ts";
import { STARTS } from "./annotations.ts";

const ANSWER_MS = 10_000;

export const planStartTool = defineTool({
  name: "plan_start",
  title: "Run steps",
  description:
    "Run a list of steps (programs, questions to people, prompts) in one call: makes the graph, starts the run, waits up to wait_ms and returns the state, the ends of outputs, and stdout and stderr of what failed. Use it for builds, tests and deployments. Steps run one after another unless after says otherwise. If the run goes on, wait with plan_join",
  input: PlanStartInput,
  output: PlanStartOutput,
  annotations: STARTS,
  hasView: true,
  // At its own limit the call answers how far the run is, which takes a moment more.
  deadlineOf: ({ wait_ms }) => Math.min(wait_ms, LONGEST_WAIT_MS) + ANSWER_MS,
  run: (input, context: Context, call) =>
    startSteps(context, input, context.once("plan_start", input), call),
});
