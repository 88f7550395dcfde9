import type { GraphExportInput } from "@faculties/schemas/orchestrator-resources/graph-export";
import { type GraphState, normalise } from "./graph-state.ts";

/** A graph as text. */
export function renderGraph(
  state: GraphState,
  format: GraphExportInput["format"],
  { graphId, version }: { graphId: string; version: number },
): string {
  if (format === "json") return JSON.stringify(normalise(state, graphId, version), null, 2);
  return format === "dot" ? toDot(state) : toMermaid(state);
}

/** Characters that Mermaid does not read as text: HTML, the end of the label, an entity code, the end of a line. */
const MERMAID_SPECIAL = /[&<"]|#(?=\w+;)|\r?\n/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "#lt;",
  '"': "#quot;",
  "#": "#35;",
};
const asEntity = (special: string) => ENTITIES[special] ?? "<br/>";

/** Mermaid text; ids are numbered, so that any name can be drawn. */
export function toMermaid({ nodes, edges }: GraphState): string {
  const names = numbered(nodes.keys());
  const quote = (text: string) => `"${text.replaceAll(MERMAID_SPECIAL, asEntity)}"`;
  return [
    "flowchart TD",
    ...[...nodes.values()].map(({ id, label }) => `  ${names.get(id)}[${quote(label ?? id)}]`),
    ...[...edges.values()].map(({ from, to, label, weight }) => {
      const text = label ?? (weight === undefined ? undefined : String(weight));
      const arrow = text === undefined ? "-->" : `-->|${quote(text)}|`;
      return `  ${names.get(from)} ${arrow} ${names.get(to)}`;
    }),
  ].join("\n");
}

/** Graphviz text. */
export function toDot({ name, nodes, edges }: GraphState): string {
  const quote = (text: string) =>
    `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll(/\r?\n/g, "\\n")}"`;
  const attributes = (entries: [string, string | undefined][]) => {
    const given = entries.flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}=${quote(value)}`],
    );
    return given.length === 0 ? "" : ` [${given.join(", ")}]`;
  };
  return [
    `digraph ${quote(name)} {`,
    ...[...nodes.values()].map(
      ({ id, label }) => `  ${quote(id)}${attributes([["label", label]])};`,
    ),
    ...[...edges.values()].map(
      ({ from, to, label, weight }) =>
        `  ${quote(from)} -> ${quote(to)}${attributes([
          ["label", label],
          ["weight", weight === undefined ? undefined : String(weight)],
        ])};`,
    ),
    "}",
  ].join("\n");
}

function numbered(ids: Iterable<string>): Map<string, string> {
  return new Map([...ids].map((id, index) => [id, `n${index}`]));
}
