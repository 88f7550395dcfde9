/** The arguments that the operator allows for one command: one pattern per argument. */
export type ArgumentRule = { command: string; patterns: readonly string[] };

/** Reads `command: pattern pattern …`, such as `npm: run test-*`; undefined when the text is not of that form. */
export function readArgumentRule(text: string): ArgumentRule | undefined {
  const colon = text.indexOf(": ");
  if (colon < 1) return undefined;
  const patterns = text
    .slice(colon + 2)
    .split(/\s/)
    .filter((word) => word !== "");
  const rest = patterns.indexOf("**");
  if (patterns.length === 0 || (rest !== -1 && rest !== patterns.length - 1)) return undefined;
  return { command: text.slice(0, colon).trim(), patterns };
}

/**
 * Whether the arguments are those of a rule. `*` stands for any characters of one argument and a last `**` for all
 * further arguments; neither lets an option in, unless the pattern itself begins with a dash.
 */
export function matchesRule({ patterns }: ArgumentRule, args: readonly string[]): boolean {
  const isOpen = patterns.at(-1) === "**";
  const fixed = isOpen ? patterns.slice(0, -1) : patterns;
  if (isOpen ? args.length < fixed.length : args.length !== fixed.length) return false;
  return args.every((argument, at) => matchesPattern(fixed[at] ?? "*", argument));
}

function matchesPattern(pattern: string, argument: string): boolean {
  if (argument.startsWith("-") && !pattern.startsWith("-")) return false;
  const [start = "", ...others] = pattern.split("*");
  const end = others.pop();
  if (end === undefined) return argument === start;
  if (argument.length < start.length + end.length) return false;
  if (!argument.startsWith(start) || !argument.endsWith(end)) return false;
  let from = start.length;
  const last = argument.length - end.length;
  for (const part of others) {
    const found = argument.indexOf(part, from);
    if (found === -1 || found + part.length > last) return false;
    from = found + part.length;
  }
  return true;
}
