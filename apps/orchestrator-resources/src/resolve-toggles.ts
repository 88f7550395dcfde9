import {
  FEATURE_NAMES,
  type FeatureToggles,
} from "@faculties/schemas/orchestrator-resources/feature-toggles";
import { TOGGLES, type CoreName, type ToggleName } from "./modules/toggles.ts";

export type Toggles = Record<ToggleName, boolean>;
type Given = Partial<Record<ToggleName, boolean | undefined>> & { enableAll: boolean };

const CORE: ReadonlySet<ToggleName> = new Set<CoreName>([
  "enableGraphs",
  "enableChildren",
  "enableRuns",
]);
// These two show what is there; every other module works on graphs, children or runs.
const LOOKING: ReadonlySet<ToggleName> = new Set<ToggleName>([
  "enableMcpIntrospection",
  "enableResources",
]);

/** Which modules are on: by their own flag, else by --enable-all, by being asked for by name, or as usual. */
export function resolveToggles(given: Given, named: ReadonlySet<ToggleName>): Toggles {
  const names = Object.keys(TOGGLES) as ToggleName[];
  const features = names.filter((name) => !CORE.has(name));
  const isOn = (name: ToggleName) =>
    given[name] ?? (given.enableAll || named.has(name) || name === "enableMcpIntrospection");
  const needsCore = features.some((name) => !LOOKING.has(name) && isOn(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      CORE.has(name) ? (given[name] ?? (isOn(name) || needsCore)) : isOn(name),
    ]),
  ) as Toggles;
}

/** The toggles that the contract knows. */
export function featuresOf(toggles: Toggles): FeatureToggles {
  return Object.fromEntries(FEATURE_NAMES.map((name) => [name, toggles[name]])) as FeatureToggles;
}
