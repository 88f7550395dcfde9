import type { Node } from "../../node.ts";

export function replaceText(node: Node | undefined, from: RegExp, to: string) {
  if (!node) return undefined;
  const { start, end } = node.range();
  return [{ start: start.index, end: end.index, text: node.text().replace(from, to) }];
}
