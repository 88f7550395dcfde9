import type { ToolCall } from "@faculties/mcp-kit";
import { PlanRunInput } from "@faculties/schemas/orchestrator-resources/plan-run";
import type {
  PlanStartInput,
  PlanStartOutput,
} from "@faculties/schemas/orchestrator-resources/plan-start";
import type {
  NodeOutcome,
  RunSnapshot,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { Context } from "../context.ts";
import { graphOfSteps } from "../domain/plan-steps.ts";
import { childLogsUri } from "../domain/resource-uri.ts";
import { hasTemplates, readNode } from "../domain/node-attributes.ts";
import { planGraph } from "./plan-run.ts";
import { findAnswer, type OnceRequest } from "../store/idempotency.ts";

const TAIL_CHARACTERS = 1_500;
const MOST_FAILURES = 10;
const MOST_OUTPUTS = 10;

type Started = { run_id: string; graph_id: string; idempotent?: boolean | undefined };

/** Makes a graph of steps, runs it, and tells how far it has got after a while. */
export async function startSteps(
  context: Pick<Context, "database" | "graphs" | "runs" | "steering" | "newId" | "policy">,
  input: PlanStartInput,
  request: OnceRequest,
  call: Pick<ToolCall, "signal" | "progress">,
): Promise<PlanStartOutput> {
  const started = await startOnce(context, input, request);
  const run = await context.steering.follow(started.run_id, input.wait_ms, call);
  const { idempotent } = started;
  return { ...reportOf(run, started.graph_id), ...(idempotent !== undefined && { idempotent }) };
}

async function startOnce(
  { database, graphs, runs, newId, policy }: Parameters<typeof startSteps>[0],
  { steps, name = "steps", ...given }: PlanStartInput,
  request: OnceRequest,
): Promise<Started> {
  const answered = await database.query((tx) => findAnswer<Started>(tx, request, database.now()));
  if (answered) return answered;
  const graphId = newId("graph");
  const state = graphOfSteps(name, steps);
  for (const { attributes } of state.nodes.values()) {
    const { node } = readNode(attributes);
    // Only the worker itself decides what it may run.
    if (node?.kind !== "child" || node.worker_label !== undefined || hasTemplates(attributes))
      continue;
    const { command, args, env, cwd } = node;
    policy.check({ command, args, env, ...(cwd !== undefined && { cwd }) });
  }
  const { inputs, on_failure, max_parallel, timeout_ms } = given;
  const chosen = { inputs, on_failure, max_parallel, timeout_ms };
  const settings = PlanRunInput.parse({ ...chosen, graph_id: graphId });
  return runs.start(await planGraph({ database, graphs }, settings, state), request);
}

function reportOf(run: RunSnapshot, graphId: string): PlanStartOutput {
  const { run_id, state, error, progress, nodes = [], needs_input: questions } = run;
  const failed = nodes.filter((node) => node.state === "failed");
  const wrote = nodes.filter((node) => node.state === "succeeded" && node.output !== undefined);
  const { total, succeeded, skipped, pending, running } = progress;
  return {
    run_id,
    graph_id: graphId,
    state,
    error,
    progress: { total, succeeded, failed: progress.failed, skipped, open: pending + running },
    failed: failed.slice(0, MOST_FAILURES).map(failureOf),
    ...(questions && { needs_input: questions }),
    outputs: Object.fromEntries(
      wrote.slice(-MOST_OUTPUTS).map(({ node_id, output }) => [node_id, tail(output) ?? ""]),
    ),
    events_uri: run.events_uri,
    ...nextOf(run),
  };
}

function failureOf({ node_id, error, exit_code, attempts, output, stderr, child_id }: NodeOutcome) {
  return {
    node_id,
    error: error ?? "failed",
    exit_code,
    attempts,
    ...(tail(output) && { stdout_tail: tail(output) as string }),
    ...(tail(stderr) && { stderr_tail: tail(stderr) as string }),
    ...(child_id !== null && { logs_uri: childLogsUri(child_id) }),
  };
}

function tail(value: unknown): string | undefined {
  if (value === undefined || value === "") return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= TAIL_CHARACTERS ? text : `…${text.slice(-TAIL_CHARACTERS)}`;
}

/** The caller's next step. */
function nextOf({ state, run_id, needs_input: questions }: RunSnapshot): { next?: string } {
  if (questions) return { next: `Answer with plan_answer {"run_id":"${run_id}", …}.` };
  if (state === "running")
    return { next: `It continues. Wait with plan_join {"run_ids":["${run_id}"]}.` };
  if (state === "failed")
    return {
      next: `Fix the cause, then plan_resume {"run_id":"${run_id}"} runs what did not succeed.`,
    };
  return {};
}
