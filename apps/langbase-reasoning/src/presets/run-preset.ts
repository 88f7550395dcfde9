import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningPresetRunInput,
  ReasoningPresetRunOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-preset-run";
import type { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import type { Context } from "../context.ts";
import { withNotes } from "../domain/with-notes.ts";
import { sessionKey, sessionKeys } from "../store/lock-keys.ts";
import { beginPresetRun, savePresetRun } from "../store/preset-runs.ts";
import { enterSession } from "../store/sessions.ts";
import { STEP_TOOLS } from "../tools/step-tools.ts";
import { describeFailure, type PresetProgress, runSteps } from "./run-steps.ts";

const TOOLS = new Map(STEP_TOOLS.map((tool) => [tool.name, tool]));

/** Runs the steps of a preset, and stores the results after each. */
export async function runPreset(
  context: Context,
  preset: WorkflowPreset,
  { inputs = {}, session_id }: ReasoningPresetRunInput,
  call: ToolCall,
): Promise<ReasoningPresetRunOutput> {
  const { store, services } = context;
  const began = performance.now();
  const { sessionId, runId } = await store.write(
    async (tx, now) => {
      const session = await enterSession(tx, session_id, "preset", now);
      const id = await beginPresetRun(tx, session.id, preset.id, now);
      return { sessionId: session.id, runId: id };
    },
    { locks: sessionKeys(session_id) },
  );
  // A run that cannot be stored still returns the results of its steps.
  const notStored = new Set<string>();
  const keep = async (
    { results, error }: PresetProgress,
    status: "running" | "completed" | "failed",
  ) => {
    call.keepPartial({
      preset_id: preset.id,
      session_id: sessionId,
      steps_completed: results.size,
      total_steps: preset.steps.length,
      results: Object.fromEntries(results),
    });
    const change = { status, results: Object.fromEntries(results), error: error ?? null };
    await store
      .write((tx, now) => savePresetRun(tx, runId, change, now), {
        locks: [sessionKey(sessionId)],
      })
      .catch((failure: unknown) =>
        notStored.add(`The run could not be stored: ${describeFailure(failure, services.log)}`),
      );
  };
  const run = { preset, inputs, sessionId, tools: TOOLS, context, call };
  const done = await runSteps(run, (soFar) => keep(soFar, "running"));
  await keep(done, done.status);

  const { status, completed, skipped, results, notes, error } = done;
  return withNotes(
    {
      preset_id: preset.id,
      status,
      session_id: sessionId,
      steps_completed: completed,
      total_steps: preset.steps.length,
      results: Object.fromEntries(results),
      execution_time_ms: Math.round(performance.now() - began),
      ...(error !== undefined && { error }),
      ...(skipped.length > 0 && { skipped_steps: skipped }),
    },
    [...notes, ...notStored],
  );
}
