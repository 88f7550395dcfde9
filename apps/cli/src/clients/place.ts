import { posix, win32, type PlatformPath } from "node:path";

/** Where the command runs: everything that decides which files it looks at. */
export type Place = {
  platform: NodeJS.Platform;
  home: string;
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; none when it cannot be read. */
  namesIn(folder: string): string[];
};

/** The path rules of the place's platform. */
export function pathsOf({ platform }: Place): PlatformPath {
  return platform === "win32" ? win32 : posix;
}

/** A folder from an environment variable, when it names an absolute one. */
export function folderFrom(place: Place, variable: string): string | undefined {
  const folder = place.environment[variable];
  return folder && pathsOf(place).isAbsolute(folder) ? folder : undefined;
}

/** Where desktop applications keep their settings. */
export function settingsFolder(place: Place): string {
  if (place.platform === "darwin")
    return pathsOf(place).join(place.home, "Library", "Application Support");
  return dotConfigFolder(place);
}

/** The same for programs that use `~/.config` on macOS too. */
export function dotConfigFolder(place: Place): string {
  const { join } = pathsOf(place);
  if (place.platform === "win32")
    return folderFrom(place, "APPDATA") ?? join(place.home, "AppData", "Roaming");
  const configured = place.platform === "darwin" ? undefined : folderFrom(place, "XDG_CONFIG_HOME");
  return configured ?? join(place.home, ".config");
}

/** Where programs keep what they need only on this machine. */
export function stateFolder(place: Place): string {
  const { join } = pathsOf(place);
  if (place.platform === "win32")
    return folderFrom(place, "LOCALAPPDATA") ?? join(place.home, "AppData", "Local");
  if (place.platform === "darwin") return settingsFolder(place);
  return folderFrom(place, "XDG_STATE_HOME") ?? join(place.home, ".local", "state");
}
