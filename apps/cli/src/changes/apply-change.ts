import { dirname } from "node:path";
import { CodedError } from "@faculties/errors";
import type { Backups } from "../files/backups.ts";
import { readConfigText } from "../files/config-text.ts";
import { writeAtomically } from "../files/write-atomically.ts";
import type { Change } from "./change.ts";

/** A user's file may hold keys; a project's is for everybody who works on it. */
const NEW_FILE_MODES = { user: 0o600, project: 0o644 };

/** Writes a change and returns where the earlier content is kept, if there was any. */
export async function applyChange(
  { scope, file, source, after }: Change,
  backups: Backups,
  at: Date,
): Promise<string | undefined> {
  const { target, text, mark } = source;
  const current = await readConfigText(file);
  if (current.text !== text || current.target !== target)
    throw new CodedError(
      "CHANGED_MEANWHILE",
      `${file} has changed meanwhile. Nothing was written: run the command again.`,
    );
  try {
    const backup = text === undefined ? undefined : await backups.keep(target, mark + text, at);
    await writeAtomically(target, mark + after, NEW_FILE_MODES[scope]);
    return backup;
  } catch (error) {
    throw new CodedError(
      "NOT_WRITTEN",
      `${file} cannot be written: ${reasonOf(error)}. It was left as it is.`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  const { code, message, syscall, path = "" } = error as NodeJS.ErrnoException;
  // The opened file is a draft next to the configuration.
  const where = syscall === "open" ? dirname(path) : path;
  if (code === "EACCES" || code === "EPERM") return `you may not write to ${where}`;
  if (code === "EROFS") return "it is on a disk that cannot be written to";
  return code === "ENOSPC" ? "the disk is full" : message;
}
