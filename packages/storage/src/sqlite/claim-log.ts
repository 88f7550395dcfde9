import { renameSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import { birthOf, fileIdentity, indexOf, logOf, statOf } from "./database-files.ts";
import { guardOf, lockGuard, readOwner, writeOwner, type Owner } from "./database-guard.ts";

const LOOK_MS = 50;
const SETTLED_AFTER_LOOKS = 4;
/** A file that is gone may be about to be replaced: a new one in its place would be written over. */
const GONE_AFTER_LOOKS = 20;

type Claim = {
  Database: typeof Sqlite;
  file: string;
  busyTimeoutMs: number;
  /** Another file was open here before. */
  isReplacement: boolean;
};

/**
 * Opens a database while no other process does. SQLite finds the log and its index by name: a file that took the place of
 * another would be read through the log of the other, and SQLite truncates an index that it believes unused, which ends
 * every process that has it mapped (SIGBUS). So a log of another file is set aside before SQLite sees it; a process that
 * has it open keeps it.
 */
export async function claimLog<Result>(
  { Database, file, busyTimeoutMs, isReplacement }: Claim,
  open: () => Promise<Result>,
): Promise<Result> {
  const guard = await lockGuard(Database, file, busyTimeoutMs);
  const known = readOwner(guard);
  try {
    if (isReplacement || isOther(known?.main, file)) await settled(file, busyTimeoutMs / 2);
    if (known !== undefined && isOther(known.main, file)) setAside(file, known);
    const opened = await open();
    const owner = { main: birthOf(file), log: birthOf(logOf(file)), index: birthOf(indexOf(file)) };
    if (JSON.stringify(owner) !== JSON.stringify(known)) writeOwner(guard, owner);
    return opened;
  } catch (error) {
    // Next to a file that is not ours nothing stays.
    if (known === undefined) rmSync(guardOf(file), { force: true });
    throw error;
  } finally {
    guard.close();
  }
}

/** Restoring takes several steps: waits until nothing changes any more. */
async function settled(file: string, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  let before = "";
  for (let same = 0; performance.now() < deadline; same += 1) {
    const main = statOf(file);
    const now = [main?.ino, main?.size, main?.mtimeNs, fileIdentity(logOf(file))].join(" ");
    if (now !== before) same = 0;
    const isThere = main !== undefined && main.size > 0n;
    if (same >= (isThere ? SETTLED_AFTER_LOOKS : GONE_AFTER_LOOKS)) return;
    before = now;
    await delay(LOOK_MS);
  }
}

/** The log is kept: it may be needed with the file that it belongs to. */
function setAside(file: string, known: Owner): void {
  if (isSame(known.log, logOf(file))) renameSync(logOf(file), `${logOf(file)}.old`);
  if (isSame(known.index, indexOf(file))) rmSync(indexOf(file));
}

function isOther(known: string | undefined, file: string): boolean {
  return known !== undefined && known !== "" && birthOf(file) !== known;
}

function isSame(known: string, file: string): boolean {
  return known !== "" && birthOf(file) === known;
}
