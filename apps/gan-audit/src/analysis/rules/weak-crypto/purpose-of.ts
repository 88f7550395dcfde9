import type { Node } from "../../node.ts";
import type { SourceFile } from "../../source-file.ts";

/** The name of what is being made: the variable it goes to, or the function around it. */
export function purposeOf(node: Node, file: SourceFile): string {
  const around = node.ancestors().slice(0, 8);
  const target = around.find((one) =>
    /declarator|assignment|short_var|pair|keyword_argument|var_spec/.test(one.kind()),
  );
  const fn = file.enclosingFunction(node);
  const holder = fn?.parent();
  const fnName =
    fn?.field("name")?.text() ??
    (holder?.kind() === "variable_declarator" ? holder.field("name")?.text() : "") ??
    "";
  const name = target?.field("name") ?? target?.field("left") ?? target?.field("key");
  return `${name?.text() ?? ""} ${fnName}`;
}
