/** A change of a file, in the order in which SQLite asked for it; `mark` is a note of the test's own. */
export type Change = {
  what: "open" | "write" | "truncate" | "sync" | "delete" | "mark";
  path: string;
  /** Where it is written; the new size; whether the folder is synced, too. */
  at: number;
  data: Buffer;
};

const NAMES: Record<string, Change["what"]> = {
  O: "open",
  W: "write",
  T: "truncate",
  S: "sync",
  D: "delete",
  M: "mark",
};
const SECTOR_BYTES = 512;

export function readChanges(log: Buffer): Change[] {
  const changes: Change[] = [];
  for (let place = 0; place < log.length;) {
    const what = NAMES[String.fromCharCode(log[place] ?? 0)] ?? "mark";
    const nameBytes = log.readUInt32LE(place + 1);
    const path = log.toString("utf8", place + 5, place + 5 + nameBytes);
    const rest = place + 5 + nameBytes;
    const data = log.subarray(rest + 12, rest + 12 + log.readUInt32LE(rest + 8));
    changes.push({ what, path, at: Number(log.readBigInt64LE(rest)), data });
    place = rest + 12 + data.length;
  }
  return changes;
}

type File = { durable: Buffer | undefined; pending: Change[] };

/**
 * The files as they may be after a loss of power: all that was synced, and of the rest whatever reached the disk, in any
 * order and in whole sectors only.
 */
export function afterPowerLoss(
  changes: readonly Change[],
  reached: () => boolean,
): Map<string, Buffer> {
  const files = new Map<string, File>();
  for (const change of changes) {
    if (change.what === "mark") continue;
    const file = files.get(change.path) ?? { durable: undefined, pending: [] };
    files.set(change.path, file);
    if (change.what === "sync") settle(file, () => true);
    else if (change.what === "delete" && change.at !== 0) files.delete(change.path);
    else if (change.what !== "open") file.pending.push(change);
  }
  const left = new Map<string, Buffer>();
  for (const [path, file] of files) {
    const isDeleted = file.pending.some(({ what }) => what === "delete") && reached();
    settle(file, reached);
    if (!isDeleted && file.durable !== undefined) left.set(path, file.durable);
  }
  return left;
}

function settle(file: File, reached: () => boolean): void {
  for (const { what, at, data } of file.pending) {
    if (what === "truncate" && reached()) file.durable = resized(file.durable, at);
    if (what !== "write") continue;
    for (let from = 0; from < data.length; from += SECTOR_BYTES) {
      if (!reached()) continue;
      const sector = data.subarray(from, from + SECTOR_BYTES);
      const end = at + from + sector.length;
      const content = resized(file.durable, Math.max(end, file.durable?.length ?? 0));
      sector.copy(content, at + from);
      file.durable = content;
    }
  }
  file.pending = [];
}

function resized(content: Buffer | undefined, size: number): Buffer {
  if (content?.length === size) return content;
  const grown = Buffer.alloc(size);
  content?.copy(grown, 0, 0, Math.min(size, content.length));
  return grown;
}
