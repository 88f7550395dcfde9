import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "./config-error.ts";
import { parseTokens, renderTokens, type Tokens } from "./parse-tokens.ts";

const ATTEMPTS = 40;
const PAUSE_MS = 50;

/** Reads a tokens file; a missing one is empty. */
export function readTokens(file: string, roles: readonly string[]): Tokens {
  try {
    return parseTokens(readFileSync(file, "utf8"), roles);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new ConfigError(`Cannot use the tokens file ${file}: ${(error as Error).message}.`);
  }
}

/**
 * Replaces a tokens file as a whole: a server that reads it sees the old one or the new one, also after a loss of
 * power.
 */
export async function editTokens(
  file: string,
  roles: readonly string[],
  edit: (tokens: Tokens) => Tokens,
): Promise<void> {
  const target = realPath(file);
  const draft = `${target}.new`;
  // Made by one at a time, the draft is also the lock.
  const descriptor = await openDraft(draft);
  try {
    writeFileSync(descriptor, renderTokens(edit(readTokens(target, roles))));
    keepMode(target, draft);
    fsyncSync(descriptor);
    renameSync(draft, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof ConfigError
      ? error
      : new ConfigError(`Cannot write the tokens file ${file}: ${(error as Error).message}.`);
  } finally {
    closeSync(descriptor);
  }
}

async function openDraft(draft: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSync(draft, "wx", 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw new ConfigError(`Cannot write the tokens file: ${message}.`);
      if (attempt === ATTEMPTS)
        throw new ConfigError(
          `${draft} is there: another command is writing. Remove it if none is.`,
        );
      await delay(PAUSE_MS);
    }
  }
}

function keepMode(target: string, draft: string): void {
  const known = statSync(target, { throwIfNoEntry: false });
  if (known) chmodSync(draft, known.mode & 0o777);
}

function syncFolder(path: string): void {
  // Windows has no such call for folders.
  if (process.platform === "win32") return;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    fsyncSync(descriptor);
  } catch {
    // Some file systems refuse it, and the folder may be closed to this user: the file is there nevertheless.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
