import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { temporaryDirectory } from "@faculties/testkit";

const run = promisify(execFile);

const IDENTITY = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

export type Repository = {
  directory: string;
  git(...args: string[]): Promise<string>;
  write(files: Record<string, string | Buffer>): Promise<void>;
  commit(files?: Record<string, string | Buffer>): Promise<void>;
};

/** A real git repository in a folder of its own. */
export async function createRepository(directory?: string): Promise<Repository> {
  const folder = directory ?? (await temporaryDirectory());
  const git = async (...args: string[]) => {
    const env = { ...process.env, ...IDENTITY };
    const { stdout } = await run("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: folder,
      env,
    });
    return stdout;
  };
  const write: Repository["write"] = (files) => writeFiles(folder, files);
  await git("init", "--quiet", "--initial-branch=main");
  return {
    directory: folder,
    git,
    write,
    async commit(files = {}) {
      await write(files);
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message", "A change");
    },
  };
}

/** Writes files, with the folders that they need. */
export async function writeFiles(
  folder: string,
  files: Record<string, string | Buffer>,
): Promise<void> {
  const folders = new Set(Object.keys(files).map((path) => dirname(join(folder, path))));
  for (const needed of folders) await mkdir(needed, { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
}
