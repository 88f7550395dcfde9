import type { ToolSelection } from "@faculties/mcp-kit";
import { TOGGLES, type ToggleName } from "./modules/toggles.ts";
import { TOOLS } from "./modules/tools.ts";

/** The modules that `--tools` or `--toolsets` ask for. */
export function namedToggles({
  tools = [],
  toolsets = [],
}: ToolSelection): ReadonlySet<ToggleName> {
  const names = (Object.keys(TOGGLES) as ToggleName[]).filter(
    (name) =>
      toolsets.includes(TOGGLES[name].namespace) ||
      TOOLS[name].some((tool) => tools.includes(tool.name)),
  );
  return new Set(names);
}
