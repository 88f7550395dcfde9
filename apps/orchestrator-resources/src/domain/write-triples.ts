import type { KgExportInput } from "@faculties/schemas/orchestrator-resources/kg-export";
import type { Triple } from "@faculties/schemas/orchestrator-resources/triple";

/** Facts as text. N-Triples knows neither source nor confidence, so they stand in a comment. */
export function writeTriples(triples: readonly Triple[], format: KgExportInput["format"]): string {
  if (format === "json") return JSON.stringify(triples, null, 2);
  return triples
    .map(
      ({ subject, predicate, object, source, confidence }) =>
        `${name(subject)} ${name(predicate)} ${literal(object)} . # confidence ${confidence}${source === null ? "" : `, source ${source.replaceAll(/\s+/g, " ")}`}`,
    )
    .join("\n");
}

function name(text: string): string {
  return `<urn:faculties:${encodeURIComponent(text)}>`;
}

function literal(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
  return `"${escaped}"`;
}
