import { CodedError } from "@faculties/errors";
import type { Settings } from "./settings.ts";
import { TOGGLES, type ToggleName } from "./modules/toggles.ts";

/** Refuses something that belongs to a module which is off. */
export function requireToggle({ toggles }: Settings, name: ToggleName, what: string): void {
  if (toggles[name]) return;
  throw new CodedError("E-FEATURE-DISABLED", `${what} is off. ${howToEnable(name)}`, {
    details: { flag: `--enable-${TOGGLES[name].flag}` },
  });
}

/** The sentence that says how to switch a module on. */
export function howToEnable(name: ToggleName): string {
  return `Start the server with --enable-${TOGGLES[name].flag} to switch it on.`;
}
