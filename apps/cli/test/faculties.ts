import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProgramRun, runProgram, type TemporaryHome } from "@faculties/testkit";
import { vi } from "vitest";
import type { Context } from "../src/context.ts";
import { run } from "../src/run.ts";

// Most tests start several processes, and other suites run at the same time.
vi.setConfig({ testTimeout: 60_000 });

export const program = fileURLToPath(new URL("../dist/main.mjs", import.meta.url));

/** Runs a command in this process, as on another platform if wanted, and returns what it printed. */
export async function facultiesHere(
  home: TemporaryHome,
  args: readonly string[],
  given: Partial<Context> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: "", stderr: "" };
  const code = await run(unchecked(args), {
    platform: "linux",
    home: home.directory,
    cwd: home.directory,
    environment: {},
    namesIn: (folder) => readdirSync(folder),
    clone: undefined,
    node: process.execPath,
    isInteractive: false,
    hasColour: false,
    now: () => new Date(),
    print: (line) => void (output.stdout += `${line}\n`),
    warn: (line) => void (output.stderr += `${line}\n`),
    signal: new AbortController().signal,
    ...given,
  });
  return { code, ...output };
}

type Settings = { env?: Record<string, string>; cwd?: string };

/** Runs the built command in a home, without a terminal, as if it had come from npm. */
export function faculties(
  home: TemporaryHome,
  args: readonly string[],
  settings: Settings = {},
): Promise<ProgramRun> {
  return facultiesInClone(home, asFromNpm(args), settings);
}

/** Runs the built command in a home where it stands: in the clone that these tests are part of. */
export function facultiesInClone(
  home: TemporaryHome,
  args: readonly string[],
  settings: Settings = {},
): Promise<ProgramRun> {
  return runProgram({ entry: program, home, args, timeoutMs: 30_000, ...settings });
}

/** The arguments with which the built command writes entries of the published packages, and does not start them. */
export function asFromNpm(args: readonly string[]): string[] {
  const all = unchecked(args);
  return all[0] === "add" && !all.includes("--from") ? [...all, "--from", "npm"] : all;
}

/** Entries of published packages cannot be started without a network; `--check` starts them all the same. */
function unchecked(args: readonly string[]): string[] {
  const [command = ""] = args;
  const starts = ["add", "list"].includes(command) && !args.includes("--check");
  return starts && !args.includes("--help") ? [...args, "--no-check"] : [...args];
}

/** Writes a file with the folders that it needs. */
export async function place(file: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

/** The text of a file in a home. */
export function contentOf(home: TemporaryHome, ...names: string[]): Promise<string> {
  return readFile(join(home.directory, ...names), "utf8");
}
