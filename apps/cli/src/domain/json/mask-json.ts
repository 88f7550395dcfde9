import { visit } from "jsonc-parser/lib/esm/main.js";
import { type IsShown, MASK } from "../config-format.ts";
import { type Replacement, replaceRanges } from "../replace-ranges.ts";

/** Masks comments and the strings that are not shown; names of properties stay. */
export function maskJson(text: string, isShown: IsShown): string {
  const replacements: Replacement[] = [];
  const hide = (start: number, length: number, by: string) =>
    replacements.push({ start, end: start + length, text: by });
  visit(text, {
    onLiteralValue(value, offset, length, _line, _column, pathSupplier) {
      if (typeof value === "string" && !isShown(pathSupplier())) hide(offset, length, `"${MASK}"`);
    },
    onComment(offset, length) {
      hide(offset, length, text.startsWith("//", offset) ? `// ${MASK}` : `/* ${MASK} */`);
    },
  });
  return replaceRanges(text, replacements);
}
