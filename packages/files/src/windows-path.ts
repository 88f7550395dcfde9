import { win32 } from "node:path";
import { isInside } from "./is-inside.ts";

// The console, the printer and the serial ports exist in every folder, with any extension.
const DEVICE =
  /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3])$/i;
const NAMESPACE = /^[\\/]{2}[.?][\\/]|^[\\/]\?\?[\\/]/;
const NETWORK = /^[\\/]{2}/;

/**
 * Why Windows must not even look at a resolved path: looking at a share signs in there with the user's credentials,
 * and devices, other streams of a file and the raw namespace are not files of a folder. Undefined for ordinary paths.
 */
export function windowsPathProblem(
  path: string,
  roots: readonly string[],
): "invalid-path" | "outside" | undefined {
  if (NAMESPACE.test(path)) return "invalid-path";
  const { root } = win32.parse(path);
  const names = path.slice(root.length).split(/[\\/]/);
  if (names.some((name) => name.includes(":") || DEVICE.test(baseOf(name)))) return "invalid-path";
  const isOnShare = NETWORK.test(path);
  const isAllowedShare = roots.some((allowed) => isInside(path, allowed, win32));
  return isOnShare && !isAllowedShare ? "outside" : undefined;
}

/** A device stays one with an extension or spaces after its name. */
function baseOf(name: string): string {
  return (name.split(".", 1)[0] ?? "").trim();
}
