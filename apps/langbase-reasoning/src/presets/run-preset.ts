import { parseInput, type Tool, type ToolCall } from "@faculties/mcp-kit";
import type { PresetStep, WorkflowPreset } from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { evaluateCondition } from "../domain/preset/evaluate-condition.ts";
import { resolveInputs } from "../domain/preset/resolve-inputs.ts";
import { type Scope, valueAt } from "../domain/preset/value-at.ts";
import { describeFailure } from "./describe-failure.ts";
import { stepCall } from "./step-call.ts";

type Run = {
  preset: WorkflowPreset;
  inputs: Readonly<Record<string, unknown>>;
  sessionId: string;
  tools: ReadonlyMap<string, Tool<Context>>;
  context: Context;
  call: ToolCall;
};

export type PresetOutcome = {
  status: "completed" | "failed";
  completed: number;
  skipped: string[];
  results: Map<string, unknown>;
  notes: string[];
  error?: string;
};

const CANCELLED = "The call was cancelled.";

/** Runs the steps in order. Each stores its own work, and `onProgress` what the run has so far. */
export async function runPreset(
  run: Run,
  onProgress: (outcome: PresetOutcome) => Promise<void>,
): Promise<PresetOutcome> {
  const { preset, call } = run;
  const outcome: PresetOutcome = {
    status: "completed",
    completed: 0,
    skipped: [],
    results: new Map(),
    notes: [],
  };
  for (const [index, step] of preset.steps.entries()) {
    if (call.signal.aborted) return stopped(outcome, CANCELLED);
    call.progress(index, preset.steps.length, step.description ?? step.id);
    if (!mayRun(step, run, outcome)) {
      outcome.skipped.push(step.id);
      continue;
    }
    try {
      outcome.results.set(step.store_as ?? step.id, await runStep(step, run, outcome, index));
      outcome.completed += 1;
    } catch (failure) {
      if (call.signal.aborted) return stopped(outcome, CANCELLED);
      const reason = `Step '${step.id}' failed: ${describeFailure(failure, run.context.services.log)}`;
      if (!step.optional) return stopped(outcome, reason);
      outcome.skipped.push(step.id);
      outcome.notes.push(reason);
    }
    await onProgress(outcome);
  }
  return outcome;
}

function stopped(outcome: PresetOutcome, error: string): PresetOutcome {
  return { ...outcome, status: "failed", error };
}

function mayRun(
  { depends_on = [], condition }: PresetStep,
  run: Run,
  { skipped, results }: PresetOutcome,
): boolean {
  if (depends_on.some((id) => skipped.includes(id))) return false;
  return condition === undefined || evaluateCondition(condition, scopeOf(run, results));
}

function scopeOf({ inputs, sessionId }: Run, results: PresetOutcome["results"]): Scope {
  return { ...Object.fromEntries(results), inputs, session_id: sessionId };
}

/** The tool's own response; of a step for each of several items the first one, with the rest under `others`. */
async function runStep(
  step: PresetStep,
  run: Run,
  { results, notes }: PresetOutcome,
  index: number,
) {
  const scope = scopeOf(run, results);
  if (step.for_each === undefined) return useTool(step, run, scope, notes, index);
  const items = valueAt(scope, step.for_each);
  const responses: Record<string, unknown>[] = [];
  for (const item of Array.isArray(items) ? items : [])
    responses.push(await useTool(step, run, { ...scope, item }, notes, index));
  const [first, ...others] = responses;
  return others.length > 0 ? { ...first, others } : (first ?? {});
}

async function useTool(
  { tool: name, input_map = {} }: PresetStep,
  { tools, sessionId, context, call, preset }: Run,
  scope: Scope,
  notes: string[],
  index: number,
): Promise<Record<string, unknown>> {
  const tool = tools.get(name);
  if (tool === undefined)
    throw new Error(`The preset ${preset.id} uses ${name}, which does not exist.`);
  const resolved = resolveInputs(input_map, scope);
  notes.push(...resolved.notes);
  const session = "session_id" in tool.input.shape ? { session_id: sessionId } : {};
  const input = parseInput(tool.input, { ...session, ...resolved.arguments });
  return tool.output.parse(
    await tool.run(input, context, stepCall(call, index, preset.steps.length)),
  );
}
