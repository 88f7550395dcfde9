import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningPresetRunInput,
  ReasoningPresetRunOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { checkInputs } from "../domain/preset/check-inputs.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { describeFailure } from "../presets/describe-failure.ts";
import { loadPresets } from "../presets/load-presets.ts";
import { type PresetOutcome, runPreset } from "../presets/run-preset.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";
import { STEP_TOOL_NAMES, STEP_TOOLS } from "./step-tools.ts";

const TOOLS = new Map(STEP_TOOLS.map((tool) => [tool.name, tool]));

export const reasoningPresetRun = defineTool({
  name: "reasoning_preset_run",
  title: "Run preset",
  description: "Run a workflow preset.",
  toolset: "presets",
  input: ReasoningPresetRunInput,
  output: ReasoningPresetRunOutput,
  annotations: THINKS,
  async run({ preset_id, inputs = {}, session_id }, context: Context, call) {
    const presets = await loadPresets(context.values.presets, STEP_TOOL_NAMES);
    const preset = presets.find(({ id }) => id === preset_id);
    if (preset === undefined)
      throw invalid(
        "preset_id",
        `Unknown preset; there are ${presets.map(({ id }) => id).join(", ")}`,
      );
    checkInputs(preset, inputs);

    const began = performance.now();
    const { sessionId, runId } = await context.store.write(async (unit) => {
      const session = await unit.sessions.enter(session_id, "preset");
      return { sessionId: session.id, runId: await unit.presetRuns.begin(session.id, preset_id) };
    }, withinSession(session_id));
    const save = ({ results, error }: PresetOutcome, status: "running" | "completed" | "failed") =>
      context.store.write(
        (unit) =>
          unit.presetRuns.save(runId, {
            status,
            results: Object.fromEntries(results),
            error: error ?? null,
          }),
        withinSession(sessionId),
      );
    // What the steps have answered is not lost because the run cannot be stored.
    const notStored = new Set<string>();
    const keep = (...saved: Parameters<typeof save>) =>
      save(...saved).catch((error: unknown) => {
        const { log } = context.services;
        notStored.add(`The run could not be stored: ${describeFailure(error, log)}`);
      });
    const run = { preset, inputs, sessionId, tools: TOOLS, context, call };
    const outcome = await runPreset(run, (soFar) => keep(soFar, "running"));
    await keep(outcome, outcome.status);

    const { status, completed, skipped, results, notes, error } = outcome;
    return withNotes(
      {
        preset_id,
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
  },
});
