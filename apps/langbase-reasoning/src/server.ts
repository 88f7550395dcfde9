import { jobTool, type ServerDefinition, type Tool } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context, Values } from "./context.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { sessions } from "./resources/sessions.ts";
import { reasoningExportTool } from "./tools/reasoning-export.ts";
import { reasoningMetricsTool } from "./tools/reasoning-metrics.ts";
import { reasoningPresetListTool } from "./tools/reasoning-preset-list.ts";
import { reasoningPresetRunTool } from "./tools/reasoning-preset-run.ts";
import { STEP_TOOLS } from "./tools/step-tools.ts";

const CONTRACT_TOOLS: readonly Tool<Context>[] = [
  ...STEP_TOOLS,
  reasoningPresetListTool,
  reasoningPresetRunTool,
];
const OBSERVE_TOOLS: readonly Tool<Context>[] = [reasoningExportTool, reasoningMetricsTool];

const INSTRUCTIONS = `Structured reasoning with a memory. A result's session_id continues that session; thoughts, branches, checkpoints and graphs are kept.
Start with reasoning_auto when unsure which tool fits. reasoning_make_decision with scores, reasoning_probabilistic with likelihoods and the list and state tools need no model.`;

/** More than any tool or preset asks a model in a row. */
const MOST_QUESTIONS = 60;

/** The 28 tools of the contract with one for long calls, and two more if they are switched on or asked for. */
export function createDefinition(_context: Context, values: Values): ServerDefinition<Context> {
  const isAsked =
    values.observe ||
    values.toolsets?.includes("observe") ||
    OBSERVE_TOOLS.some(({ name }) => values.tools?.includes(name));
  return {
    name: "mcp-langbase-reasoning",
    title: "Langbase Reasoning",
    version: manifest.version,
    instructions: INSTRUCTIONS,
    tools: isAsked ? [...CONTRACT_TOOLS, jobTool, ...OBSERVE_TOOLS] : [...CONTRACT_TOOLS, jobTool],
    unavailable: isAsked
      ? new Map()
      : new Map(
          OBSERVE_TOOLS.map(({ name }) => [
            name,
            `${name} is switched off. Start the server with --enable-observe.`,
          ]),
        ),
    toolsetsByRequest: ["observe"],
    resources: sessions,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://langbase-reasoning/view",
      title: "Thoughts, decisions and beliefs",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
    deadlineMs: MOST_QUESTIONS * values.timeoutMs,
  };
}
