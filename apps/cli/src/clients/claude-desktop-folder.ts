import { folderFrom, pathsOf, type Place, settingsFolder } from "./place.ts";

const FILE = "claude_desktop_config.json";

/**
 * Claude Desktop's settings folder. Windows keeps the files of a packaged application in a folder of the package,
 * and the usual one is then not read.
 */
export function claudeDesktopFolder(place: Place): string {
  const { join } = pathsOf(place);
  const usual = join(settingsFolder(place), "Claude");
  if (place.platform !== "win32") return usual;
  const local = folderFrom(place, "LOCALAPPDATA") ?? join(place.home, "AppData", "Local");
  const packages = place
    .namesIn(join(local, "Packages"))
    .filter((name) => name.startsWith("Claude_"))
    .toSorted()
    .map((name) => join(local, "Packages", name, "LocalCache", "Roaming", "Claude"));
  const used = packages.find((folder) => place.namesIn(folder).includes(FILE));
  return used ?? packages.find((folder) => place.namesIn(folder).length > 0) ?? usual;
}
