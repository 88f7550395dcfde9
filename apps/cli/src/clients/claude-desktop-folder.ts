import { folderFrom, pathsOf, type Machine, settingsFolder } from "./machine.ts";

const FILE = "claude_desktop_config.json";

/**
 * Claude Desktop's settings folder. Windows keeps the files of a packaged application in a folder of the package,
 * and the usual one is then not read.
 */
export function claudeDesktopFolder(machine: Machine): string {
  const { join } = pathsOf(machine);
  const usual = join(settingsFolder(machine), "Claude");
  if (machine.platform !== "win32") return usual;
  const local = folderFrom(machine, "LOCALAPPDATA") ?? join(machine.home, "AppData", "Local");
  const packages = machine
    .namesIn(join(local, "Packages"))
    .filter((name) => name.startsWith("Claude_"))
    .toSorted()
    .map((name) => join(local, "Packages", name, "LocalCache", "Roaming", "Claude"));
  const used = packages.find((folder) => machine.namesIn(folder).includes(FILE));
  return used ?? packages.find((folder) => machine.namesIn(folder).length > 0) ?? usual;
}
