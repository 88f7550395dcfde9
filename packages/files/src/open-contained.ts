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
import type { AllowedArea } from "./allowed-area.ts";
import { FileRefusal, outside } from "./file-refusal.ts";
import { explained, requireFileSystem, requireReadable } from "./locate-file.ts";

export type OpenFile = { descriptor: number; status: Stats };

// Not every system has all of them. Without O_NONBLOCK, opening a FIFO would wait for a writer.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/**
 * Opens a regular file by its real path and checks afterwards, on the descriptor, that it may be read: a file that
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
    requireFileSystem(status, area);
    requireReadable(openedPath(descriptor, status, realPath), area);
    return { descriptor, status };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The path without links of an open file. */
function openedPath(descriptor: number, { dev, ino }: Stats, realPath: string): string {
  const opened = descriptorPath(descriptor);
  if (opened !== undefined) return opened;
  // Systems that do not tell a descriptor's path: the same file must still be found at a path without links.
  const there = explained(() => lstatSync(realPath));
  const stillReal = explained(() => realpathSync.native(realPath)) === realPath;
  if (!stillReal || there.dev !== dev || there.ino !== ino) throw outside();
  return realPath;
}

/** Where an open file or folder is now, on systems that tell. */
export function descriptorPath(descriptor: number): string | undefined {
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
