import { statSync } from "node:fs";

export const logOf = (file: string): string => `${file}-wal`;
export const indexOf = (file: string): string => `${file}-shm`;

/** Which file is found under a name, if any. While it is open, no other file has the same identity. */
export function fileIdentity(file: string): string | undefined {
  const found = statOf(file);
  return found && `${found.dev}:${found.ino}`;
}

/** An identity that no later file has, either. Empty where the file system does not tell when files are made. */
export function birthOf(file: string): string {
  const found = statOf(file);
  if (found === undefined || found.birthtimeNs === 0n || !birthsAreTold()) return "";
  return `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

export function statOf(file: string) {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

let areTold: boolean | undefined;

/** Node answers the time of the last change instead where the system does not tell the birth. */
function birthsAreTold(): boolean {
  if (areTold !== undefined) return areTold;
  const { birthtimeNs, ctimeNs } = statSync(process.execPath, { bigint: true });
  areTold = birthtimeNs !== ctimeNs;
  return areTold;
}
