import type { Options } from "./define-option.ts";
import { kitOptions } from "./kit-options.ts";

/** The settings of every server, but for those that this one declares itself to give them another default. */
export function inheritedOptions(own: Options): Options {
  return Object.fromEntries(
    Object.entries<Options[string]>(kitOptions).filter(([name]) => !(name in own)),
  );
}
