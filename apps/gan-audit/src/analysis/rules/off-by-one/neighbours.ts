import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { SourceFile } from "../../source-file.ts";
import { LENGTH, readsAt, strip } from "./bounds.ts";

/** The function takes the last element by itself. */
export function handlesLast(scope: Node, collection: string): boolean {
  const name = escapeForRegex(collection);
  const last = `${name}\\[(${name}${LENGTH}|len\\(${name}\\))-1\\]|${name}\\.(at\\(-1\\)|pop\\(|getLast\\()|${name}\\[-1\\]`;
  return new RegExp(last).test(strip(scope.text()));
}

export const usesNext = (body: string, counter: string): boolean =>
  new RegExp(`\\b${counter}\\+1\\b|\\b1\\+${counter}\\b|\\+\\+${counter}\\b`).test(body);

/** `items[i] - items[i + 1]` up to the very last `i`, without a look at where the end is. */
export function readsNeighbour(
  body: string,
  collection: string,
  counter: string,
  file: SourceFile,
): boolean {
  const next = String.raw`${counter}\+1`;
  if (!readsAt(body, collection, next)) return false;
  const isChecked = new RegExp(
    String.raw`\b${counter}(\+1)?([<>=!]=?=?|%|in\b)|IndexError|len\(|${LENGTH}`,
  );
  if (isChecked.test(body)) return false;
  // Elsewhere the read fails; in JavaScript it gives undefined, which only arithmetic takes for a value.
  const name = escapeForRegex(collection);
  const element = String.raw`${name}\[${next}\]`;
  return (
    file.family !== "javascript" ||
    new RegExp(String.raw`${element}[-+*/<>]|[-+*/<>]=?${element}(?![?.])`).test(body)
  );
}
