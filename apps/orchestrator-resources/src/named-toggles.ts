import { TOGGLES, type ToggleName } from "./toggles.ts";
import { TOOLS } from "./tool-list.ts";

type Selection = {
  tools?: readonly string[] | undefined;
  toolsets?: readonly string[] | undefined;
};

/** The modules that `--tools` or `--toolsets` ask for. */
export function namedToggles({ tools = [], toolsets = [] }: Selection): ReadonlySet<ToggleName> {
  const names = (Object.keys(TOGGLES) as ToggleName[]).filter(
    (name) =>
      toolsets.includes(TOGGLES[name].namespace) ||
      TOOLS[name].some((tool) => tools.includes(tool.name)),
  );
  return new Set(names);
}
