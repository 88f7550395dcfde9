import type { Node } from "../node.ts";
import { escapeForRegex } from "./piece-builders.ts";

/** The name among the parameters of a list; types and default values only mention names. */
export function declaredIn(list: Node, kinds: readonly string[], name: string): Node | undefined {
  const regex = `^${escapeForRegex(name)}$`;
  return list
    .findAll({ rule: { any: kinds.map((kind) => ({ kind, regex })) } })
    .find((found) => !isMentioned(found, list));
}

function isMentioned(found: Node, list: Node): boolean {
  const around = found.ancestors();
  const inside = around.slice(
    0,
    around.findIndex((one) => one.id() === list.id()),
  );
  return [found, ...inside].some((one, at) => {
    const holder = inside[at];
    return ["type", "value", "right"].some((field) => {
      const isRenaming = field === "value" && holder?.kind() === "pair_pattern";
      return !isRenaming && holder?.field(field)?.id() === one.id();
    });
  });
}
