import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isInside } from "./is-inside.ts";
import { secretPathRule } from "./secret-files.ts";

export type AreaRules = {
  /** The servers' databases and tokens files, and folders of them: never read, whatever else is allowed. */
  ownState?: readonly string[];
  /** The operator's override: read files that look like secrets. */
  allowsSecrets?: boolean;
  /** Read nothing that is mounted inside the directories. */
  staysOnFileSystem?: boolean;
};

/** The directories that files may be read from, as they are named and as they really are, and what is read in them. */
export type AllowedArea = {
  readonly named: readonly string[];
  readonly real: readonly string[];
  readonly ownState: readonly string[];
  readonly allowsSecrets: boolean;
  /** Devices that files may be on; undefined where any will do. */
  readonly devices: ReadonlySet<number> | undefined;
};

/** These files tell about processes and the machine, including the environment with its keys. */
const NEVER_READ = ["/proc", "/sys"];
const IGNORES_CASE = process.platform === "win32" || process.platform === "darwin";

/** Resolves links in the directories' own paths; those that do not exist allow nothing. */
export function allowedArea(directories: readonly string[], rules: AreaRules = {}): AllowedArea {
  const { ownState = [], allowsSecrets = false, staysOnFileSystem = false } = rules;
  const named = directories.map((directory) => resolve(directory));
  const real = named.flatMap(realDirectories);
  return {
    named,
    real,
    ownState: ownState.map(realPathOfState).map(folded),
    allowsSecrets,
    devices: staysOnFileSystem
      ? new Set(real.map((directory) => statSync(directory).dev))
      : undefined,
  };
}

/** Whether a path without links lies in the area. */
export function allowsRealPath({ real }: Pick<AllowedArea, "real">, path: string): boolean {
  if (NEVER_READ.some((directory) => isInside(path, directory))) return false;
  return real.some((directory) => isInside(path, directory));
}

/** Whether a real path is the servers' own: a database with its journals, a tokens file with its draft, or below such a folder. */
export function isOwnState({ ownState }: Pick<AllowedArea, "ownState">, path: string): boolean {
  const target = folded(path);
  return ownState.some(
    (own) => isInside(target, own) || target.startsWith(`${own}-`) || target.startsWith(`${own}.`),
  );
}

/** The rule that keeps a real path from being read, if one does. */
export function refusedAsSecret({ allowsSecrets }: AllowedArea, path: string): string | undefined {
  return allowsSecrets ? undefined : secretPathRule(path);
}

const folded = (path: string): string => (IGNORES_CASE ? path.toLowerCase() : path);

/** A file that is not there yet will be in the real folder of its name. */
function realPathOfState(path: string): string {
  const named = resolve(path);
  const [itself] = realDirectories(named);
  if (itself !== undefined) return itself;
  const [folder] = realDirectories(dirname(named));
  return folder === undefined ? named : join(folder, basename(named));
}

function realDirectories(directory: string): string[] {
  try {
    return [realpathSync.native(directory)];
  } catch {
    return [];
  }
}
