import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";
import { findCliAgents } from "./find-cli-agents.ts";

async function addProgram(directory: string, name: string, mode = 0o755): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, "#!/bin/sh\n");
  await chmod(path, mode);
  return path;
}

test("the agents on PATH are found, each where it comes first", async () => {
  const [first, second] = [await temporaryDirectory(), await temporaryDirectory()];
  const gemini = await addProgram(second, "gemini");
  const claude = await addProgram(second, "claude-1.2.3");
  await symlink(claude, join(second, "claude"));
  const codex = await addProgram(first, "codex");
  await addProgram(second, "codex");
  expect(await findCliAgents(`${first}:${second}`)).toEqual([
    { command: "claude", path: join(second, "claude") },
    { command: "codex", path: codex },
    { command: "gemini", path: gemini },
  ]);
});

test("directories, files that may not be run and relative entries do not count", async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "claude"));
  await addProgram(directory, "codex", 0o644);
  await symlink(join(directory, "nowhere"), join(directory, "gemini"));
  expect(await findCliAgents(`:.:relative/bin:${directory}:/no/such/directory`)).toEqual([]);
  expect(await findCliAgents(undefined)).toEqual([]);
});

test("programs of the project that npx was started in do not count", async () => {
  const programs = join(await temporaryDirectory(), "node_modules", ".bin");
  await mkdir(programs, { recursive: true });
  for (const name of ["claude", "codex", "gemini"]) await addProgram(programs, name);
  expect(await findCliAgents(`${programs}:${programs}/`)).toEqual([]);
});
