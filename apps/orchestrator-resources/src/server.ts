import type { ServerDefinition, Tool } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";
import { howToEnable, PARAMETER_TOGGLES, type ToggleName, TOGGLES } from "./modules/toggles.ts";
import { TOOLS } from "./modules/tools.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";

const NAMES = Object.keys(TOGGLES) as ToggleName[];

/** The tools of the modules that are on, and the way to those that are off. */
export function createDefinition({ facts, settings }: Context): ServerDefinition<Context> {
  const { toggles } = settings;
  const on = NAMES.filter((name) => toggles[name]);
  const off = NAMES.filter((name) => !toggles[name]);
  return {
    name: facts.name,
    title: "Orchestrator resources",
    version: facts.version,
    instructions: instructionsFor(new Set(Object.keys(facts.capabilities.schemas))),
    tools: on.flatMap((name) => TOOLS[name].map((tool) => offered(tool, name, toggles))),
    unavailable: new Map(
      off.flatMap((name) =>
        TOOLS[name].map((tool) => [tool.name, `${tool.name} is off. ${howToEnable(name)}`]),
      ),
    ),
    toolsetsByRequest: off.map((name) => TOGGLES[name].namespace),
    resources,
    view: {
      uri: "ui://orchestrator-resources/view",
      title: "Run",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
    deadlineMs: settings.timings.defaultTimeoutMs,
  };
}

/** Whose schemas the contract gives to the letter. */
const OF_THE_CONTRACT: ReadonlySet<ToggleName> = new Set([
  "enableMcpIntrospection",
  "enableResources",
]);

function offered(
  tool: Tool<Context>,
  name: ToggleName,
  toggles: Context["settings"]["toggles"],
): Tool<Context> {
  const hidden = [...PARAMETER_TOGGLES].filter(
    ([parameter, toggle]) => !toggles[toggle] && parameter in tool.input.shape,
  );
  const mask = Object.fromEntries(hidden.map(([parameter]) => [parameter, true]));
  const input = hidden.length === 0 ? tool.input : tool.input.omit(mask as never);
  return {
    ...tool,
    toolset: TOGGLES[name].namespace,
    // Unknown arguments are refused all the same; saying so in every schema costs more than it helps.
    input: OF_THE_CONTRACT.has(name) ? input : input.meta({ additionalProperties: undefined }),
    async run(given, context, call) {
      // Asking what the server is must not need its database.
      if (name !== "enableMcpIntrospection") await context.ready();
      return tool.run(given, context, call);
    },
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
