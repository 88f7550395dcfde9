import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { CliCommand } from "./cli-agent.ts";

const COMMANDS: readonly CliCommand[] = ["claude", "codex", "gemini"];
const SUFFIXES = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];

const PROJECT_PROGRAMS = /[/\\]node_modules[/\\]\.bin[/\\]?$/i;

export type FoundCliAgent = { command: CliCommand; path: string };

/** Which coding agents can be started from here, given the value of PATH. */
export async function findCliAgents(pathVariable: string | undefined): Promise<FoundCliAgent[]> {
  const found = await Promise.all(
    COMMANDS.map(async (command) => ({ command, path: await findProgram(command, pathVariable) })),
  );
  return found.filter((agent): agent is FoundCliAgent => agent.path !== undefined);
}

/**
 * The first program of that name on PATH. Relative entries are left out, because they depend on where a server was
 * started, and so are `node_modules/.bin` folders: npx puts that of the current project first, whatever it holds.
 */
export async function findProgram(
  name: string,
  pathVariable: string | undefined,
): Promise<string | undefined> {
  const directories = (pathVariable ?? "")
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && !PROJECT_PROGRAMS.test(entry));
  for (const directory of directories) {
    for (const suffix of SUFFIXES) {
      const path = join(directory, `${name}${suffix}`);
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

/** Whether there is a file at that path that may be run. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
