import { existsSync } from "node:fs";
import type { Client } from "./client.ts";
import { pathsOf, type Place } from "./place.ts";

/** What shows that a client is installed here: a program, or the folder of its configuration. */
export function findInstallation(client: Client, place: Place): string | undefined {
  const { join } = pathsOf(place);
  const folder = client.folder(place);
  // A home folder is always there; only the traces in it tell anything.
  const folders = client.traces?.map((name) => join(folder, name)) ?? [folder];
  return findProgram(client.programs, place) ?? folders.find((path) => existsSync(path));
}

function findProgram(names: readonly string[], place: Place): string | undefined {
  const { delimiter, join } = pathsOf(place);
  const { PATH = "", Path = PATH } = place.environment;
  const endings = place.platform === "win32" ? [".exe", ".cmd"] : [""];
  return Path.split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) =>
      names.flatMap((name) => endings.map((ending) => join(folder, name + ending))),
    )
    .find((path) => existsSync(path));
}
