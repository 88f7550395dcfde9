import { posix, win32, type PlatformPath } from "node:path";

/** Where the command runs: everything that decides which files it looks at. */
export type Machine = {
  platform: NodeJS.Platform;
  home: string;
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; none when it cannot be read. */
  namesIn(folder: string): string[];
};

/** The path rules of the place's platform. */
export function pathsOf({ platform }: Machine): PlatformPath {
  return platform === "win32" ? win32 : posix;
}

/** A folder from an environment variable, when it names an absolute one. */
export function folderFrom(machine: Machine, variable: string): string | undefined {
  const folder = machine.environment[variable];
  return folder && pathsOf(machine).isAbsolute(folder) ? folder : undefined;
}

/** Where desktop applications keep their settings. */
export function settingsFolder(machine: Machine): string {
  if (machine.platform === "darwin")
    return pathsOf(machine).join(machine.home, "Library", "Application Support");
  return dotConfigFolder(machine);
}

/** The same for programs that use `~/.config` on macOS too. */
export function dotConfigFolder(machine: Machine): string {
  const { join } = pathsOf(machine);
  if (machine.platform === "win32")
    return folderFrom(machine, "APPDATA") ?? join(machine.home, "AppData", "Roaming");
  const configured =
    machine.platform === "darwin" ? undefined : folderFrom(machine, "XDG_CONFIG_HOME");
  return configured ?? join(machine.home, ".config");
}

/** Where programs keep what they need only on this machine. */
export function stateFolder(machine: Machine): string {
  const { join } = pathsOf(machine);
  if (machine.platform === "win32")
    return folderFrom(machine, "LOCALAPPDATA") ?? join(machine.home, "AppData", "Local");
  if (machine.platform === "darwin") return settingsFolder(machine);
  return folderFrom(machine, "XDG_STATE_HOME") ?? join(machine.home, ".local", "state");
}
