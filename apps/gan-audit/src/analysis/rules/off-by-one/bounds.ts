import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Hit } from "../../rule.ts";

export const LENGTH = String.raw`(?:\.length(?:\(\))?|\.size\(\)|\.count)`;

export const strip = (text: string): string => text.replaceAll(/\s+/g, "");

/** The collection and the counter of a bound such as `i <= items.length`. */
export function boundOf(
  text: string,
): { counter: string; operator: string; collection: string; offset: string } | undefined {
  const bound = strip(text);
  const member = new RegExp(`^(\\w+)(<=|<|>=|>)([\\w.$\\[\\]]+?)${LENGTH}([-+]1)?$`).exec(bound);
  const call = /^(\w+)(<=|<|>=|>)len\(([\w.[\]]+)\)([-+]1)?$/.exec(bound);
  const found = member ?? call;
  if (!found) return undefined;
  const [, counter = "", operator = "", collection = "", offset = ""] = found;
  return { counter, operator, collection, offset };
}

/** `items[i]`, `items.get(i)`, `text.charAt(i)`. */
export function readsAt(body: string, collection: string, index: string): boolean {
  const name = escapeForRegex(collection);
  return new RegExp(
    `${name}(?:\\[${index}\\]|\\.(?:get|charAt|at|elementAt|charCodeAt|codePointAt|substring)\\(${index}\\b)`,
  ).test(body);
}

export function boundFix(condition: Node): Hit {
  const operator =
    condition.field("operator") ?? condition.children().find((one) => one.text() === "<=");
  if (operator?.text() !== "<=") return {};
  const { start, end } = operator.range();
  return { fix: [{ start: start.index, end: end.index, text: "<" }] };
}
