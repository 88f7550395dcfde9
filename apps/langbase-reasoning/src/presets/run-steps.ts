import { CodedError } from "@faculties/errors";
import {
  InvalidInput,
  type Logger,
  parseInput,
  type Tool,
  type ToolCall,
} from "@faculties/mcp-kit";
import type {
  PresetStep,
  WorkflowPreset,
} from "@faculties/schemas/langbase-reasoning/workflow-preset";
import type { Context } from "../context.ts";
import { evaluateCondition } from "../domain/preset/evaluate-condition.ts";
import { resolveInputs, type Scope, valueAt } from "../domain/preset/resolve-inputs.ts";
import { validationMessage } from "../render-error.ts";

type PresetRun = {
  preset: WorkflowPreset;
  inputs: Readonly<Record<string, unknown>>;
  sessionId: string;
  tools: ReadonlyMap<string, Tool<Context>>;
  context: Context;
  call: ToolCall;
};

export type PresetProgress = {
  status: "completed" | "failed";
  completed: number;
  skipped: string[];
  results: Map<string, unknown>;
  notes: string[];
  error?: string;
};

const CANCELLED = "The call was cancelled.";

/** Runs the steps in order. Each step stores its own work; `onProgress` stores the results so far. */
export async function runSteps(
  run: PresetRun,
  onProgress: (progress: PresetProgress) => Promise<void>,
): Promise<PresetProgress> {
  const { preset, call } = run;
  const progress: PresetProgress = {
    status: "completed",
    completed: 0,
    skipped: [],
    results: new Map(),
    notes: [],
  };
  for (const [index, step] of preset.steps.entries()) {
    if (call.signal.aborted) return stopped(progress, CANCELLED);
    call.progress(index, preset.steps.length, step.description ?? step.id);
    if (!mayRun(step, run, progress)) {
      progress.skipped.push(step.id);
      continue;
    }
    try {
      progress.results.set(step.store_as ?? step.id, await runStep(step, run, progress, index));
      progress.completed += 1;
    } catch (failure) {
      if (call.signal.aborted) return stopped(progress, CANCELLED);
      const reason = `Step '${step.id}' failed: ${describeFailure(failure, run.context.services.log)}`;
      if (!step.optional) return stopped(progress, reason);
      progress.skipped.push(step.id);
      progress.notes.push(reason);
    }
    await onProgress(progress);
  }
  return progress;
}

function stopped(progress: PresetProgress, error: string): PresetProgress {
  return { ...progress, status: "failed", error };
}

function mayRun(
  { depends_on = [], condition }: PresetStep,
  run: PresetRun,
  { skipped, results }: PresetProgress,
): boolean {
  if (depends_on.some((id) => skipped.includes(id))) return false;
  return condition === undefined || evaluateCondition(condition, scopeOf(run, results));
}

function scopeOf({ inputs, sessionId }: PresetRun, results: PresetProgress["results"]): Scope {
  return { ...Object.fromEntries(results), inputs, session_id: sessionId };
}

/** The response of the tool. A step for several items returns the first response, with the rest under `others`. */
async function runStep(
  step: PresetStep,
  run: PresetRun,
  { results, notes }: PresetProgress,
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
  { tools, sessionId, context, call, preset }: PresetRun,
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

/** The call as a step sees it: its progress counts as a part of the step, and always grows. */
function stepCall(call: ToolCall, index: number, total: number): ToolCall {
  const { signal, sample, roots, ask, log, sessionId } = call;
  let reports = 0;
  return {
    signal,
    sample,
    roots,
    ask,
    log,
    sessionId,
    progress(_done, _total, message) {
      reports += 1;
      call.progress(index + reports / (reports + 1), total, message);
    },
    // The finished steps are kept; half of one is not.
    keepPartial: () => undefined,
  };
}

/** Tells the caller why a step failed. An unforeseen reason goes to the log instead. */
export function describeFailure(failure: unknown, log: Logger): string {
  if (failure instanceof InvalidInput) return validationMessage(failure.issues);
  if (failure instanceof CodedError) return failure.message;
  log.error("A step failed unexpectedly.", { error: failure, stack: (failure as Error)?.stack });
  return "It failed unexpectedly; the server's log on stderr has the reason.";
}
