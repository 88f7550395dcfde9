import { applyHunks, findApplied, showHunks } from "../domain/diff/apply-hunks.ts";
import type { FileDiff } from "../domain/diff/file-diff.ts";
import { guessLanguage } from "../domain/code-signals.ts";
import { extensionOf, languageOfPath } from "../domain/languages.ts";
import type { AuditText } from "../domain/material.ts";
import type { ThoughtMaterial } from "../domain/read-thought.ts";
import type { ContainedFiles } from "./contained-files.ts";
import type { ReadFiles } from "./read-files.ts";

/** Adds the code and the diffs that stand in the thought itself. */
export async function addThought(
  read: ReadFiles,
  thought: ThoughtMaterial,
  files: ContainedFiles | undefined,
): Promise<void> {
  read.notes.push(...thought.notes);
  read.isCut ||= thought.isCut;
  for (const excerpt of thought.excerpts)
    read.texts.push({
      ...excerpt,
      original: undefined,
      isFixable: excerpt.wholeness === "excerpt",
    });
  for (const [position, diff] of thought.diffs.entries()) {
    const shown = diff.newPath ?? diff.oldPath;
    if (diff.newPath === undefined && diff.oldPath !== undefined)
      read.notes.push(`${label(shown, position)} is deleted by the thought's diff`);
    else if (diff.isBinary)
      read.notes.push(`${label(shown, position)} is binary in the thought's diff`);
    else if (diff.hunks.length > 0) await addDiff(read, diff, position, files);
  }
}

async function addDiff(
  read: ReadFiles,
  diff: FileDiff,
  position: number,
  files: ContainedFiles | undefined,
): Promise<void> {
  const path = label(diff.newPath, position);
  const known = read.texts.find((text) => text.path === path);
  const base = known?.text ?? (await originalOf(diff, path, files));
  const isNew = base === undefined && diff.newPath !== undefined && diff.oldPath === undefined;
  const patched = isNew
    ? applyHunks("", diff.hunks)
    : base === undefined
      ? undefined
      : (applyHunks(base, diff.hunks) ?? findApplied(base, diff.hunks));
  const { text, added } = patched ?? showHunks(diff.hunks);
  if (patched === undefined && diff.newPath !== undefined && base !== undefined)
    read.notes.push(
      `the thought's diff of ${path} does not fit the file; only the lines it shows were audited`,
    );
  const language = languageOfPath(path);
  const made: AuditText = {
    path: patched || known === undefined ? path : `thought/${path}`,
    text,
    language,
    wholeness: patched ? "file" : "fragment",
    original: known?.original ?? base,
    isFixable: patched !== undefined && (known?.isFixable ?? true),
  };
  const lines = new Set([...(known && patched ? (read.counted.get(path) ?? []) : []), ...added]);
  if (known && patched) read.texts.splice(read.texts.indexOf(known), 1, made);
  else read.texts.push(made);
  read.counted.set(made.path, lines);
}

async function originalOf(
  diff: FileDiff,
  path: string,
  files: ContainedFiles | undefined,
): Promise<string | undefined> {
  if (!files || diff.oldPath === undefined) return undefined;
  for (const candidate of new Set([diff.oldPath, path])) {
    const outcome = await files.read(candidate);
    // The diff may give the text another name, under which a model would be shown it.
    if ("text" in outcome && !outcome.isSecret) return outcome.text;
  }
  return undefined;
}

/** The diff's own path when it is one that could be in the root, else one that says where it stands. */
function label(path: string | undefined, position: number): string {
  const isPlain =
    path !== undefined && !/^([/\\]|[a-z]:)|(^|\/)\.\.(\/|$)/i.test(path) && !hasControls(path);
  if (isPlain) return path;
  const extension = path === undefined ? "" : (/\.(\w{1,8})$/.exec(path)?.[1] ?? "");
  return `thought/diff-${position + 1}${extension === "" ? "" : `.${extension}`}`;
}

const hasControls = (path: string): boolean => [...path].some((character) => character < " ");

/** A fragment whose path tells no language may tell it by its text. */
export function withGuessedLanguage(text: AuditText): AuditText {
  if (
    text.language !== undefined ||
    text.wholeness !== "fragment" ||
    !text.path.startsWith("thought/")
  )
    return text;
  const language = guessLanguage(text.text);
  return language ? { ...text, language, path: `${text.path}.${extensionOf(language)}` } : text;
}
