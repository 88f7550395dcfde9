import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningPresetListInput,
  ReasoningPresetListOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-preset-list";
import type { Context } from "../context.ts";
import { loadPresets } from "../presets/load-presets.ts";
import { READS } from "./annotations.ts";
import { STEP_TOOL_NAMES } from "./step-tools.ts";

export const reasoningPresetListTool = defineTool({
  name: "reasoning_preset_list",
  title: "Presets",
  description:
    "List available workflow presets. Presets are composable multi-step reasoning workflows that combine existing tools into higher-level operations. Shows which ready-made ones there are (code review, debugging, architecture, decisions, research) and what inputs they take.",
  toolset: "presets",
  input: ReasoningPresetListInput,
  output: ReasoningPresetListOutput,
  annotations: READS,
  async run({ category }, { values }: Context) {
    const all = await loadPresets(values.presets, STEP_TOOL_NAMES);
    const presets = all
      .filter((preset) => category === undefined || preset.category === category)
      .map(({ steps, ...preset }) => ({ ...preset, steps: steps.length }));
    return { presets, count: presets.length };
  },
});
