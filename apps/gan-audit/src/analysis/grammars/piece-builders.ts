import type { Node } from "../node.ts";
import type { Piece } from "./grammar.ts";

const PRINTF = /%(?:\(\w+\))?[-+ #0]*[\d*]*(?:\.\d+)?[a-zA-Z]|%%/g;
const BRACES = /\{[^{}]*\}/g;
/** These verbs write a number or a truth value, whatever they are given. */
const OF_NUMBERS = /^%(?:\(\w+\))?[-+ #0]*[\d*]*(?:\.\d+)?[bdefgotxX]$/;

/** Interleaves a format's own text with its arguments, in order. */
export function formatPieces(
  format: string,
  args: readonly Node[],
  style: "printf" | "braces",
): Piece[] {
  const form = style === "printf" ? PRINTF : BRACES;
  const texts = format.split(form);
  const verbs = format.match(form) ?? [];
  const pieces: Piece[] = [];
  for (const [position, text] of texts.entries()) {
    if (text !== "") pieces.push({ text });
    const node = position < texts.length - 1 ? args[position] : undefined;
    if (node) pieces.push(OF_NUMBERS.test(verbs[position] ?? "") ? { text: "0" } : { node });
  }
  for (const node of args.slice(texts.length - 1)) pieces.push({ node });
  return pieces;
}

/** Left and right of an operator that joins texts. */
export function operands(node: Node): Piece[] {
  const sides = [node.field("left"), node.field("right")];
  return sides.flatMap((side) => (side ? [{ node: side }] : []));
}

export const operatorOf = (node: Node): string | undefined =>
  node.field("operator")?.text() ?? node.child(1)?.text();

export const escapeForRegex = (text: string): string => text.replace(/[^\w\s]/g, "\\$&");

/** A call's last word: what comes after the last dot. */
export const lastWord = (callee: string): string => callee.slice(callee.lastIndexOf(".") + 1);

/** The same of a callee as it is written, over several lines perhaps. */
export const lastName = (callee: string | undefined): string | undefined =>
  callee === undefined ? undefined : /[\w$#]+$/.exec(callee)?.[0];
