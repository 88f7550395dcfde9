import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";
import { groupBy } from "@faculties/std";
import { shortNumber } from "../numbers.ts";
import { counted } from "../words.ts";
import type { GraphRecord, SessionRecord } from "./session-record.ts";

/** A session for people to read. */
export function renderMarkdown(record: SessionRecord): string {
  const { session, thoughts, branches, checkpoints, graphs, detections, preset_runs } = record;
  const byBranch = groupBy(thoughts, ({ branch_id }) => branch_id);
  const lines = [
    `# Session ${session.id}`,
    `Mode ${session.mode}, begun ${session.created_at}, last used ${session.updated_at}.`,
    ...thoughtSection("Thoughts", byBranch.get(null) ?? []),
    ...branches.flatMap((branch) =>
      thoughtSection(branchTitle(branch, session.active_branch_id), byBranch.get(branch.id) ?? []),
    ),
    ...section(
      "Checkpoints",
      checkpoints.map(
        ({ name, created_at, id }) => `- ${oneLine(name)}, ${created_at} (\`${id}\`)`,
      ),
    ),
    ...graphs.flatMap(graphSection),
    ...section(
      "Biases and fallacies",
      detections.map(
        ({ name, severity, explanation, excerpt }) =>
          `- **${name}**, severity ${severity}: ${oneLine(explanation)}${excerpt === null ? "" : ` “${oneLine(excerpt)}”`}`,
      ),
    ),
    ...section(
      "Presets",
      preset_runs.map(
        ({ preset_id, status, results, error }) =>
          `- ${preset_id}: ${status}, ${Object.keys(results).join(", ") || "no step finished"}${error === null ? "" : `. ${oneLine(error)}`}`,
      ),
    ),
  ];
  return `${lines.join("\n\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
}

function section(title: string, items: readonly string[]): string[] {
  return items.length > 0 ? [`## ${title}`, items.join("\n")] : [];
}

function branchTitle({ name, id, state }: Branch, active: string | null): string {
  return `Branch ${oneLine(name ?? id)} (${id === active ? "active" : state === "active" ? "open" : state})`;
}

function thoughtSection(title: string, thoughts: readonly Thought[]): string[] {
  return section(
    title,
    thoughts.map(
      ({ content, mode, confidence }, index) =>
        `${index + 1}. *${mode}, ${shortNumber(confidence)}*\n\n${indented(content)}\n`,
    ),
  );
}

function graphSection({ id, problem, nodes, edges, abandoned_on }: GraphRecord): string[] {
  const title = `Graph ${oneLine(problem ?? id)}${abandoned_on === null ? "" : " (abandoned)"}`;
  const lines = nodes.map(({ content, depth, score, is_active, is_terminal }) => {
    const marks = [
      score === null ? "unscored" : shortNumber(score),
      ...(is_terminal ? ["conclusion"] : []),
      ...(is_active ? [] : ["pruned"]),
    ];
    return `${"  ".repeat(depth)}- ${oneLine(content)} (${marks.join(", ")})`;
  });
  return [
    ...section(title, lines),
    `${counted(nodes.length, "node")}, ${counted(edges.length, "edge")}.`,
  ];
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n   ").replace(/^/, "   ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
