import { invalidInput } from "./invalid-input.ts";

/**
 * Splits a line such as `npm run "unit tests"` into the program and its arguments. No shell is involved: quotes group
 * words, a backslash takes the next character as it is, and a template in double braces is part of its word.
 */
export function splitCommandLine(line: string): { command: string; args: string[] } {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] as string;
    const end = line.startsWith("{{", index) ? line.indexOf("}}", index) : -1;
    if (end > 0) {
      word = (word ?? "") + line.slice(index, end + 2);
      index = end + 1;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === "\\" && quote === '"') word += line[(index += 1)] ?? "";
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (character === "\\") word = (word ?? "") + (line[(index += 1)] ?? "");
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) throw invalidInput(`The quote ${quote} in "${line}" is not closed.`);
  if (word !== undefined) words.push(word);
  const [command, ...args] = words;
  if (command === undefined) throw invalidInput("The command line is empty.");
  const sign = words.find((one) => /^(?:\||\|\||&&|;|>|>>|<|&)$/.test(one));
  if (sign !== undefined)
    throw invalidInput(
      `"${sign}" in "${line}" would need a shell, and none is used. Make two steps of it, or run a script.`,
    );
  return { command, args };
}
