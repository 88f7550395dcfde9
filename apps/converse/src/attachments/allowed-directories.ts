import { fileURLToPath } from "node:url";
import { abortable } from "@faculties/std";
import { broadRootProblem } from "@faculties/files";
import type { ToolCall } from "@faculties/mcp-kit";

const ROOTS_PATIENCE_MS = 3000;

export type AllowedDirectories = {
  directories: string[];
  /** The reasons why offered folders are not read. */
  refused: string[];
};

export type DirectorySources = {
  configured: readonly string[];
  /** Over HTTP the client can be on another machine, so its roots are ignored. */
  isOverHttp: boolean;
  cwd: string;
};

/**
 * Folders that may be read: those of the settings, else those that the client offers, else the working directory. Only
 * the settings can allow the home folder or the top of the file system.
 */
export async function allowedDirectories(
  { configured, isOverHttp, cwd }: DirectorySources,
  { roots, signal, log }: Pick<ToolCall, "roots" | "signal" | "log">,
): Promise<AllowedDirectories> {
  if (configured.length > 0) return { directories: [...configured], refused: [] };
  if (isOverHttp) return withoutBroad([cwd]);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(ROOTS_PATIENCE_MS)]);
  try {
    const offered = directoriesOf((await abortable(roots(), patience)) ?? []);
    return withoutBroad(offered.length > 0 ? offered : [cwd]);
  } catch (error) {
    signal.throwIfAborted();
    log.warn("the client did not tell its roots, so no file may be read", { error });
    return { directories: [], refused: [] };
  }
}

function withoutBroad(folders: readonly string[]): AllowedDirectories {
  const judged = folders.map((folder) => ({ folder, problem: broadRootProblem(folder) }));
  return {
    directories: judged.flatMap(({ folder, problem }) => (problem === undefined ? [folder] : [])),
    refused: judged.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

/** Whether reading these sources needs the roots of the client. */
export function asksForRoots(
  sources: readonly string[],
  { allowedDirectories: configured }: { allowedDirectories: readonly string[] },
): boolean {
  return configured.length === 0 && sources.some((source) => !source.startsWith("data:"));
}

function directoriesOf(roots: readonly string[]): string[] {
  return roots.filter((root) => root.startsWith("file://")).map((root) => fileURLToPath(root));
}
