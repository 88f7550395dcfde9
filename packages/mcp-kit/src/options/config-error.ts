import { nearMatches } from "@faculties/errors";

/** The operator can fix this by changing a flag, a variable or a file. Ends the process with code 2. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** A sentence with the names most like the wrong ones, led by a space; nothing when none is like them. */
export function didYouMean(
  wrong: readonly string[],
  known: readonly string[],
  prefix: "" | "--" = "",
): string {
  const near = new Set(wrong.flatMap((name) => nearMatches(name, known)));
  const shown = [...near].map((name) => `${prefix}${name}`);
  return shown.length > 0 ? ` Did you mean ${shown.join(", ")}?` : "";
}
