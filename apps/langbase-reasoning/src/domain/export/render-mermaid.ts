import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";
import { groupBy } from "@faculties/std";
import { shortNumber } from "../numbers.ts";
import type { GraphRecord, SessionRecord } from "./session-record.ts";

const LONGEST_LABEL = 80;

/** A session as a Mermaid flowchart: thoughts by branch, then each graph of thoughts. */
export function renderMermaid({ thoughts, branches, graphs }: SessionRecord): string {
  const names = new Map<string, string>();
  for (const { id } of thoughts) names.set(id, `t${names.size + 1}`);
  for (const { nodes } of graphs) for (const { id } of nodes) names.set(id, `t${names.size + 1}`);
  const nameOf = (id: string) => names.get(id) ?? "";
  const byBranch = groupBy(thoughts, ({ branch_id }) => branch_id);
  return [
    "flowchart TD",
    ...(byBranch.get(null) ?? []).map((thought) => `  ${thoughtNode(thought, nameOf)}`),
    ...branches.flatMap(({ id, name, state }, index) =>
      subgraph(
        `b${index + 1}`,
        `${name ?? "branch"} (${state})`,
        (byBranch.get(id) ?? []).map((thought) => thoughtNode(thought, nameOf)),
      ),
    ),
    ...thoughts.flatMap(({ id, parent_id }) =>
      parent_id === null || !names.has(parent_id)
        ? []
        : [`  ${nameOf(parent_id)} --> ${nameOf(id)}`],
    ),
    ...graphs.flatMap((graph, index) => graphLines(graph, index, nameOf)),
    "",
  ].join("\n");
}

function thoughtNode(
  { id, mode, confidence, content }: Thought,
  nameOf: (id: string) => string,
): string {
  return `${nameOf(id)}["${label(`${mode} ${shortNumber(confidence)}: ${content}`)}"]`;
}

function graphLines(
  { problem, nodes, edges }: GraphRecord,
  index: number,
  nameOf: (id: string) => string,
): string[] {
  const shown = nodes.map(({ id, content, score, is_terminal, is_active }) => {
    const text = label(
      `${score === null ? "" : `${shortNumber(score)}: `}${is_active ? "" : "pruned: "}${content}`,
    );
    return is_terminal ? `${nameOf(id)}(["${text}"])` : `${nameOf(id)}("${text}")`;
  });
  return [
    ...subgraph(`g${index + 1}`, problem ?? "graph", shown),
    ...edges.map(
      ({ from_node, to_node, edge_type }) =>
        `  ${nameOf(from_node)} -- ${edge_type} --> ${nameOf(to_node)}`,
    ),
  ];
}

function subgraph(id: string, title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`  subgraph ${id}["${label(title)}"]`, ...lines.map((line) => `    ${line}`), "  end"];
}

/** Quotes and brackets would end a label; Mermaid shows their entities as characters. */
function label(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const short = line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL)}…` : line;
  return short.replaceAll(/["<>#&`]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
