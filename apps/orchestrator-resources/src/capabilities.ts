import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources";
import type { Toggles } from "./resolve-toggles.ts";
import { TOOLS } from "./tool-list.ts";
import { TOGGLES, type ToggleName } from "./toggles.ts";

/** One namespace per module that is on, and the tools of each. */
export function describeCapabilities(
  toggles: Toggles,
): Pick<McpCapabilitiesOutput, "namespaces" | "schemas"> {
  const on = (Object.keys(TOGGLES) as ToggleName[]).filter((name) => toggles[name]);
  return {
    namespaces: on.map((name) => {
      const { namespace, description } = TOGGLES[name];
      return { name: namespace, description };
    }),
    schemas: Object.fromEntries(
      on.flatMap((name) =>
        TOOLS[name].map((tool) => [
          tool.name,
          { namespace: TOGGLES[name].namespace, summary: tool.description },
        ]),
      ),
    ),
  };
}
