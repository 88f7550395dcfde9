import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type AllowedArea, allowsRealPath } from "./allowed-area.ts";
import { FileRefusal } from "./file-refusal.ts";
import { isInside } from "@faculties/files";

/**
 * The real path of a file in the area; a relative path starts at the area's first directory. Says nothing about
 * what is there when the file is opened later: `openContained` checks that.
 */
export function locateFile(path: string, area: AllowedArea): string {
  if (path === "" || path.includes("\0")) {
    throw new FileRefusal("invalid-path", "The path is empty or has a NUL character in it.");
  }
  const [first] = area.named;
  if (first === undefined) throw outside();
  const real = realPathOf(resolve(first, path), area);
  if (!allowsRealPath(area, real)) throw outside();
  return real;
}

export function outside(): FileRefusal {
  return new FileRefusal("outside", "The file is outside the allowed directories.");
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
