import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/** Compares what stands between two markers of a page in docs/ with what should; UPDATE_DOCS=1 writes it. */
export function checkPage(page: string, marker: string, wanted: string): void {
  const file = new URL(`../../../../docs/${page}`, import.meta.url);
  const [start, end] = [`<!-- ${marker}:start -->`, `<!-- ${marker}:end -->`];
  const [before = "", rest = ""] = readFileSync(file, "utf8").split(start);
  const [current = "", after = ""] = rest.split(end);
  if (process.env["UPDATE_DOCS"] === "1")
    writeFileSync(file, `${before}${start}\n\n${wanted}\n\n${end}${after}`);
  else expect(unpadded(current)).toBe(unpadded(wanted));
}

/** The formatter pads the cells of tables. */
function unpadded(text: string): string {
  return text.trim().replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
}
