import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { type AllowedArea, allowsRealPath } from "./allowed-area.ts";
import { FileRefusal } from "./file-refusal.ts";
import { outside } from "./locate-file.ts";

export type OpenFile = { descriptor: number; status: Stats };

// Not every system has all of them. Without O_NONBLOCK, opening a FIFO would wait for a writer.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/**
 * Opens a regular file by its real path and checks afterwards, on the descriptor, that it lies in the area: what
 * was swapped in between the check of a path and its opening is refused. The caller closes the descriptor.
 */
export function openContained(realPath: string, area: AllowedArea): OpenFile {
  // Opening a device can have effects, so a look comes first.
  requireRegular(explained(() => lstatSync(realPath)));
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  const descriptor = explained(() => openSync(realPath, flags));
  try {
    const status = explained(() => fstatSync(descriptor));
    requireRegular(status);
    if (!isContained(descriptor, status, realPath, area)) throw outside();
    return { descriptor, status };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function isContained(
  descriptor: number,
  { dev, ino }: Stats,
  realPath: string,
  area: AllowedArea,
): boolean {
  const opened = pathOf(descriptor);
  if (opened !== undefined) return allowsRealPath(area, opened);
  // Systems that do not tell a descriptor's path: the same file must still be found at a path without links.
  const there = explained(() => lstatSync(realPath));
  const stillReal = explained(() => realpathSync.native(realPath)) === realPath;
  return stillReal && there.dev === dev && there.ino === ino && allowsRealPath(area, realPath);
}

function pathOf(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

function requireRegular(status: Stats): void {
  if (status.isFile()) return;
  const kind = status.isDirectory() ? "a directory; name the files in it" : "not a regular file";
  throw new FileRefusal("not-a-file", `It is ${kind}.`);
}

function explained<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    if (code === "ENOENT") throw new FileRefusal("missing", "There is no such file.", cause);
    // The last part of a real path is no link unless it was just swapped.
    if (code === "ELOOP") throw outside();
    throw new FileRefusal("unreadable", `It cannot be opened (${code}).`, cause);
  }
}
