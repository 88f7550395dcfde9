/** @import { Skipped, Suite, SuiteResult, Table } from "./types.ts" */

/**
 * The Markdown page of a suite.
 * @param {{ suite: Suite, result: SuiteResult, facts: string, skipped: readonly Skipped[] }} report
 */
export function renderReport({ suite, result, facts, skipped }) {
  const notes = [
    `Measured on ${facts}.`,
    ...result.notes,
    ...skipped.map(({ name, reason }) => `Not started: ${name} (${reason}).`),
  ];
  return (
    [
      `# ${suite.name}`,
      suite.describe,
      ...result.tables.map(renderTable),
      ...(result.charts.length > 0 ? [`![${suite.name}](${suite.name}.svg)`] : []),
      notes.map((note) => `- ${note}`).join("\n"),
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

/** @param {Table} table */
function renderTable({ title, columns, rows }) {
  const rule = line(columns.map((_, index) => (index === 0 ? "---" : "---:")));
  return [`## ${title}`, "", line(columns), rule, ...rows.map(line)].join("\n");
}

/** @param {readonly string[]} cells */
function line(cells) {
  return `| ${cells.join(" | ")} |`;
}
