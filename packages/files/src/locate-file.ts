import { realpathSync, type Stats, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { type AllowedArea, allowsRealPath, isOwnState, refusedAsSecret } from "./allowed-area.ts";
import { FileRefusal, outside } from "./file-refusal.ts";
import { isInside } from "./is-inside.ts";
import { secretRefusal } from "./secret-files.ts";
import { windowsPathProblem } from "./windows-path.ts";

/**
 * The real path of a file or folder in the area; a relative path starts at the area's first directory. Says nothing
 * about what is there when the file is opened later: `openContained` checks that.
 */
export function locateFile(path: string, area: AllowedArea): string {
  if (path === "" || path.includes("\0")) {
    throw new FileRefusal("invalid-path", "The path is empty or has a NUL character in it.");
  }
  const [first] = area.named;
  if (first === undefined) throw outside();
  const named = resolve(first, path);
  if (sep === "\\") refuseOnWindows(named, area);
  const real = realPathOf(named, area);
  requireReadable(real, area);
  return real;
}

/** Throws unless a real path may be read; what is there is not looked at. */
export function requireReadable(real: string, area: AllowedArea): void {
  if (!allowsRealPath(area, real)) throw outside();
  if (isOwnState(area, real))
    throw new FileRefusal("own-state", "It is a file of the server itself and is never read.");
  const rule = refusedAsSecret(area, real);
  if (rule !== undefined) throw new FileRefusal("secret", secretRefusal(rule));
}

/** Throws for what is mounted inside an area that keeps to its file systems. */
export function requireFileSystem({ dev }: Pick<Stats, "dev">, { devices }: AllowedArea): void {
  if (devices && !devices.has(dev))
    throw new FileRefusal("another-file-system", "It is on another file system.");
}

/** Whether something in the area is a folder; refuses everything but folders and regular files. */
export function locateEntry(path: string, area: AllowedArea): { path: string; isFolder: boolean } {
  const real = locateFile(path, area);
  const status = explained(() => statSync(real));
  requireFileSystem(status, area);
  if (!status.isFile() && !status.isDirectory())
    throw new FileRefusal("not-a-file", "It is not a regular file.");
  return { path: real, isFolder: status.isDirectory() };
}

/** Says why the system refused a step on a real path. */
export function explained<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    if (code === "ENOENT") throw new FileRefusal("missing", "There is no such file.", cause);
    // The last part of a real path is not a link unless it was just swapped.
    if (code === "ELOOP") throw outside();
    throw new FileRefusal("unreadable", `It cannot be opened (${code}).`, cause);
  }
}

function refuseOnWindows(named: string, area: AllowedArea): void {
  const problem = windowsPathProblem(named, [...area.named, ...area.real]);
  if (problem === "outside") throw outside();
  if (problem === "invalid-path")
    throw new FileRefusal("invalid-path", "The path names a device or a stream, not a file.");
}

function realPathOf(named: string, area: AllowedArea): string {
  try {
    return realpathSync.native(named);
  } catch (cause) {
    // Whether something exists out there is nobody's business.
    const isKnownPlace = [...area.named, ...area.real].some((known) => isInside(named, known));
    throw isKnownPlace ? notFound(cause) : outside();
  }
}

function notFound(cause: unknown): FileRefusal {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new FileRefusal("missing", "There is no such file.", cause);
  }
  return new FileRefusal("unreadable", `The path cannot be followed (${String(code)}).`, cause);
}
