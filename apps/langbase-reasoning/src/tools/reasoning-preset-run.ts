import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningPresetRunInput,
  ReasoningPresetRunOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-preset-run";
import type { Context } from "../context.ts";
import { checkInputs } from "../domain/preset/check-preset.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { loadPresets } from "../presets/load-presets.ts";
import { THINKS } from "./annotations.ts";
import { STEP_TOOL_NAMES } from "./step-tools.ts";

export const reasoningPresetRunTool = defineTool({
  name: "reasoning_preset_run",
  title: "Run preset",
  description:
    "Execute a workflow preset with custom inputs. Runs all steps in sequence, passing results between steps based on dependencies and input mappings. Run a ready-made reasoning workflow (research, debugging, code review, architecture, decision) on a question; reasoning_preset_list names its inputs. Asks a model several times.",
  toolset: "presets",
  input: ReasoningPresetRunInput,
  output: ReasoningPresetRunOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const presets = await loadPresets(context.values.presets, STEP_TOOL_NAMES);
    const preset = presets.find(({ id }) => id === input.preset_id);
    if (preset === undefined)
      throw invalid(
        "preset_id",
        `Unknown preset; there are ${presets.map(({ id }) => id).join(", ")}`,
      );
    checkInputs(preset, input.inputs ?? {});

    const { runPreset } = await import("../presets/run-preset.ts");
    return runPreset(context, preset, input, call);
  },
});
