import { option, type Options } from "@faculties/mcp-kit";
import { TOGGLES, type ToggleName } from "./modules/toggles.ts";

type ToggleOption = Options[string] & { default?: boolean | undefined };

// Without a default, so that a toggle that nobody set can follow --enable-all.
const toggleEntries = Object.entries(TOGGLES).map(([name, { flag, description }]) => [
  name,
  {
    kind: "boolean",
    flag: `enable-${flag}`,
    env: `ORCHESTRATOR_ENABLE_${flag.toUpperCase().replaceAll("-", "_")}`,
    describe: description,
  },
]);

/** A flag and a variable for each toggle. */
export const toggleOptions = {
  ...(Object.fromEntries(toggleEntries) as Record<ToggleName, ToggleOption>),
  enableAll: option.boolean({
    flag: "enable-all",
    env: "ORCHESTRATOR_ENABLE_ALL",
    describe: "Everything that is not switched off by its own flag",
  }),
};
