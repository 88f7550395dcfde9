import { existsSync } from "node:fs";
import type { Client } from "./client.ts";
import { pathsOf, type Machine } from "./machine.ts";

/** The sign that a client is installed here: a program, or the folder of its configuration. */
export function findInstallation(client: Client, machine: Machine): string | undefined {
  const { join } = pathsOf(machine);
  const folder = client.folder(machine);
  // A home folder is always there; only the traces in it tell anything.
  const folders = client.traces?.map((name) => join(folder, name)) ?? [folder];
  return findProgram(client.programs, machine) ?? folders.find((path) => existsSync(path));
}

function findProgram(names: readonly string[], machine: Machine): string | undefined {
  const { delimiter, join } = pathsOf(machine);
  const { PATH = "", Path = PATH } = machine.environment;
  const endings = machine.platform === "win32" ? [".exe", ".cmd"] : [""];
  return Path.split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) =>
      names.flatMap((name) => endings.map((ending) => join(folder, name + ending))),
    )
    .find((path) => existsSync(path));
}
