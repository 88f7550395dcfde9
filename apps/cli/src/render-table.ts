import { printable } from "./domain/printable.ts";

/** Columns under a header, as wide as they need. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows].map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return printable(cells.join("  ").trimEnd());
  });
}
