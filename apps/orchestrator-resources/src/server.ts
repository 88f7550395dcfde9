import type { ServerDefinition } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";
import { howToEnable, type ToggleName, TOGGLES } from "./modules/toggles.ts";
import { offeredTools, TOOLS } from "./modules/tools.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";

/** The tools of the modules that are on, and the way to those that are off. */
export function createDefinition({ facts, settings }: Context): ServerDefinition<Context> {
  const { toggles } = settings;
  const off = (Object.keys(TOGGLES) as ToggleName[]).filter((name) => !toggles[name]);
  return {
    name: facts.name,
    title: "Orchestrator resources",
    version: facts.version,
    instructions: instructionsFor(new Set(Object.keys(facts.capabilities.schemas))),
    tools: offeredTools(toggles),
    unavailable: new Map(
      off.flatMap((name) =>
        TOOLS[name].map((tool) => [tool.name, `${tool.name} is off. ${howToEnable(name)}`]),
      ),
    ),
    toolsetsByRequest: off.map((name) => TOGGLES[name].namespace),
    resources,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://orchestrator-resources/view",
      title: "Run",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
    deadlineMs: settings.timings.defaultTimeoutMs,
  };
}

function instructionsFor(listed: ReadonlySet<string>): string {
  return [
    "Graphs with versions, runs, child processes and a blackboard, all durable and addressable as sc:// URIs.",
    ...(listed.has("graph_create") && listed.has("plan_run") && listed.has("plan_join")
      ? ["Describe work as a graph (graph_create), run it (plan_run), wait (plan_join)."]
      : []),
    ...(listed.has("resources_watch")
      ? ["Follow a run, child or namespace with resources_watch: pass next_seq back as from_seq."]
      : []),
    ...(listed.has("mcp_capabilities") ? ["mcp_capabilities lists the tools that are on."] : []),
  ].join(" ");
}
