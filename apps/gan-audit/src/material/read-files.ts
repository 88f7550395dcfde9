import { languageOfPath } from "../domain/languages.ts";
import type { AuditText } from "../domain/material.ts";
import { isProgramPath } from "../domain/code-signals.ts";
import { type CollectedFile, someOf } from "./collection.ts";
import {
  type ContainedFiles,
  NOT_READABLE,
  type ReadOutcome,
  TOO_LARGE,
} from "./contained-files.ts";

export type ReadLimits = { maxFiles: number; maxTotalBytes: number };

export type ReadFiles = {
  texts: AuditText[];
  counted: Map<string, Set<number>>;
  notes: string[];
  /** Whether code was left out that should have been read. */
  isCut: boolean;
};

const AT_ONCE = 16;
// Why a file is left out that should have been read.
const UNREAD: ReadonlySet<string> = new Set([TOO_LARGE, NOT_READABLE]);
const GENERATED =
  /(^|\/)(package-lock\.json|pnpm-lock\.yaml|yarn\.lock|npm-shrinkwrap\.json|go\.sum|[\w-]+\.lock)$|\.(min\.(js|css)|map|snap|svg|pb\.go)$/i;

/** Reads the files that count, up to the limits, and says what was left out. */
export async function readFiles(
  collected: readonly CollectedFile[],
  files: ContainedFiles,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const result: ReadFiles = { texts: [], counted: new Map(), notes: [], isCut: false };
  const skipped = new Map<string, string[]>();
  const skip = (reason: string, path: string) => {
    const paths = skipped.get(reason);
    if (paths) paths.push(path);
    else skipped.set(reason, [path]);
  };
  const wanted = collected.filter(({ path, added, isOpaque }) => {
    const reason =
      added?.size === 0 && !isOpaque
        ? "without added lines"
        : GENERATED.test(path)
          ? "generated"
          : undefined;
    if (reason !== undefined) skip(reason, path);
    return reason === undefined;
  });
  let bytes = 0;
  let looked = 0;
  for (
    let at = 0;
    at < wanted.length && at < limits.maxFiles && bytes < limits.maxTotalBytes;
    at += AT_ONCE
  ) {
    signal.throwIfAborted();
    const batch = wanted.slice(at, Math.min(at + AT_ONCE, limits.maxFiles));
    const outcomes = await Promise.all(batch.map((file) => readOne(file, files)));
    looked += batch.length;
    for (const [position, outcome] of outcomes.entries()) {
      const file = batch[position];
      if (!file) continue;
      if ("skipped" in outcome) {
        skip(outcome.skipped, file.path);
        result.isCut ||= UNREAD.has(outcome.skipped) && isProgramPath(file.path);
      } else if (file.isOpaque) skip("without added lines", file.path);
      else {
        bytes += outcome.text.length;
        result.texts.push(auditText(file, outcome));
        if (file.added) result.counted.set(file.path, file.added);
      }
    }
  }
  if (looked < wanted.length) {
    result.isCut = true;
    result.notes.push(
      `the limit was reached: ${wanted.length - looked} of ${wanted.length} files were not audited`,
    );
  }
  if (skipped.size > 0)
    result.notes.push(
      `not audited: ${[...skipped].map(([reason, paths]) => `${paths.length} ${reason} (${someOf(paths)})`).join(", ")}`,
    );
  return result;
}

async function readOne(
  { path, staged }: CollectedFile,
  files: ContainedFiles,
): Promise<ReadOutcome> {
  if (staged === undefined) return files.read(path);
  return staged.includes(0)
    ? { skipped: "binary" }
    : { text: staged.toString("utf8"), isExact: false };
}

function auditText(
  { path, staged }: CollectedFile,
  { text, isExact }: Extract<ReadOutcome, { text: string }>,
): AuditText {
  return {
    path,
    text,
    language: languageOfPath(path),
    wholeness: "file",
    original: staged === undefined ? text : undefined,
    isFixable: staged === undefined && isExact,
  };
}
