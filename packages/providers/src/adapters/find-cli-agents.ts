import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { CliCommand } from "./cli-agent.ts";

const COMMANDS: readonly CliCommand[] = ["claude", "codex", "gemini"];
const SUFFIXES = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];

const PROJECT_PROGRAMS = /[/\\]node_modules[/\\]\.bin[/\\]?$/i;

export type FoundCliAgent = { command: CliCommand; path: string };

/** The coding agents on PATH. */
export async function findCliAgents(pathVariable: string | undefined): Promise<FoundCliAgent[]> {
  const found = await Promise.all(
    COMMANDS.map(async (command) => ({ command, path: await findProgram(command, pathVariable) })),
  );
  return found.filter((agent): agent is FoundCliAgent => agent.path !== undefined);
}

/**
 * The first program with that name on PATH. Skips relative entries, because they depend on where a server was
 * started, and `node_modules/.bin` folders, because npx puts the one of the current project first, whatever it holds.
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

/** Whether the path is an executable file. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
