import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";

export function awaitFix(node: Node, file: SourceFile): Hit {
  const fn = file.enclosingFunction(node);
  const start = node.range().start.index;
  const isAsync = fn
    ? /^(export\s+)?(static\s+|public\s+|private\s+|protected\s+)*async\b/.test(fn.text())
    : file.family === "javascript" && /^(import|export)\s/m.test(file.text);
  return isAsync ? { fix: [{ start, end: start, text: "await " }] } : {};
}
