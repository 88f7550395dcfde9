import { isSelected, type ToolSelection } from "@faculties/mcp-kit";
import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import type { Toggles } from "./resolve-toggles.ts";
import { TOOLS } from "./modules/tools.ts";
import { TOGGLES, type ToggleName } from "./modules/toggles.ts";

/** One namespace per module that is on, and the tools of each that this server offers. */
export function describeCapabilities(
  toggles: Toggles,
  selection: ToolSelection,
): Pick<McpCapabilitiesOutput, "namespaces" | "schemas"> {
  const on = (Object.keys(TOGGLES) as ToggleName[]).filter((name) => toggles[name]);
  return {
    namespaces: on.map((name) => {
      const { namespace, description } = TOGGLES[name];
      return { name: namespace, description };
    }),
    schemas: Object.fromEntries(
      on.flatMap((name) => {
        const { namespace } = TOGGLES[name];
        return TOOLS[name]
          .filter((tool) => isSelected({ ...tool, toolset: namespace }, selection))
          .map((tool) => [tool.name, { namespace, summary: tool.description }]);
      }),
    ),
  };
}
