import type { EpisodeKind } from "./episode.ts";

export type Commit = { sha: string; at: number; subject: string; files: string[] };

const CONVENTIONAL = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?!?:\s*/i;
const FAILURE =
  /^(?:revert|fix|bugfix|hotfix)\b|\b(?:revert(?:s|ed)?|fix(?:es|ed)?|bug|regression|broken|crash(?:es|ed)?)\b/i;
const SUCCESS = /^(?:feat|perf|refactor|add|implement|introduce|improve|speed)/i;
const NEUTRAL = /^(?:docs?|chore|ci|build|test|tests|style|merge|bump|release|wip)\b/i;
const WORKSPACES = new Set([
  "apps",
  "packages",
  "services",
  "libs",
  "crates",
  "modules",
  "plugins",
]);

/** The event that a commit stands for. A fix is a sign that something had failed. */
export function classifyCommit({ subject, files }: Commit): { kind: EpisodeKind; target: string } {
  const { type, scope } = CONVENTIONAL.exec(subject)?.groups ?? {};
  return { kind: kindOf(type ?? subject, subject), target: scope?.trim() || mainFolder(files) };
}

function kindOf(type: string, subject: string): EpisodeKind {
  if (NEUTRAL.test(type)) return "note";
  if (FAILURE.test(type) || FAILURE.test(subject)) return "error";
  return SUCCESS.test(type) ? "success" : "note";
}

/** The folder that most of the changed files are in; a member folder for workspaces. */
function mainFolder(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = folderOf(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(
    ([left, more], [right, less]) => less - more || (left < right ? -1 : 1),
  );
  return most?.[0] ?? "repository";
}

function folderOf(file: string): string {
  const [first = "", second, third] = file.split("/");
  if (second === undefined) return "repository";
  return WORKSPACES.has(first) && third !== undefined ? `${first}/${second}` : first;
}
