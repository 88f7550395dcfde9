import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { temporaryDirectory, waitUntil } from "@faculties/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { GitError, type GitOptions, openRepository, type Repository } from "./index.ts";

const STATUS = ["status", "--porcelain=v2", "-z", "--untracked-files=all"];

let base: string;
let root: string;
let environment: Record<string, string>;
const controller = new AbortController();

beforeEach(async () => {
  base = await temporaryDirectory();
  root = join(base, "repository");
  environment = { PATH: process.env["PATH"] ?? "", HOME: join(base, "home") };
  mkdirSync(root);
  mkdirSync(join(base, "home"));
  git("init", "--quiet", "--initial-branch=main");
});

function git(...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const env = { ...environment, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", [...identity, ...args], { cwd: root, env, encoding: "utf8" });
}

function write(files: Record<string, string>, folder = root): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function commit(files: Record<string, string>): void {
  write(files);
  git("add", "--all");
  git("commit", "--quiet", "--message", "A change");
}

/** A program called git that comes before the real one. */
function program(script: string): void {
  write({ "bin/git": `#!/bin/sh\n${script}\n` }, base);
  chmodSync(join(base, "bin/git"), 0o755);
  environment["PATH"] = [join(base, "bin"), environment["PATH"]].join(delimiter);
}

const options = (more: Partial<GitOptions> = {}): GitOptions => ({
  environment,
  signal: controller.signal,
  timeoutMs: 30_000,
  ...more,
});

async function opened(folder = root, more: Partial<GitOptions> = {}): Promise<Repository> {
  const repository = await openRepository(folder, options(more));
  if ("reason" in repository) throw new Error(repository.reason);
  return repository;
}

/** The output of a command in the repository as it is opened here. */
async function answer(args: readonly string[], folder = root): Promise<string> {
  const repository = await opened(folder);
  try {
    const { code, stdout, stderr } = await repository.git(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout.toString();
  } finally {
    await repository.close();
  }
}

describe("git says the same as in the repository itself", () => {
  const expectSame = async (args: readonly string[] = STATUS) =>
    expect(await answer(args)).toBe(git(...args));

  test("with staged, unstaged, untracked and ignored files, and those that are meant to be added", async () => {
    commit({ "a.txt": "a\n", "b.txt": "b\n", "old.txt": "long enough\n".repeat(20) });
    git("mv", "old.txt", "new.txt");
    write({ "a.txt": "A\n", "later.txt": "later\n", "local.txt": "", "out/x.txt": "" });
    write({ "b.txt": "B\n", ".gitignore": "out\n", ".git/info/exclude": "local.txt\n" });
    git("add", "b.txt");
    git("add", "--intent-to-add", "later.txt");
    await expectSame();
    await expectSame(["diff", "-M", "-U0", "HEAD"]);
    await expectSame(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  });

  test("before the first commit", async () => {
    write({ "a.txt": "a\n" });
    git("add", "a.txt");
    await expectSame();
  });

  test("with a split index", async () => {
    commit({ "a.txt": "a\n", "b.txt": "b\n" });
    git("update-index", "--split-index");
    write({ "c.txt": "c\n" });
    git("add", "c.txt");
    expect(readdirSync(join(root, ".git")).some((name) => name.startsWith("sharedindex"))).toBe(
      true,
    );
    await expectSame();
  });

  test("with a sparse work tree and a sparse index", async () => {
    commit({ "in/a.txt": "a\n", "out/b.txt": "b\n", "out/deep/c.txt": "c\n" });
    git("sparse-checkout", "set", "--cone", "--sparse-index", "in");
    write({ "in/a.txt": "A\n" });
    expect(existsSync(join(root, "out"))).toBe(false);
    await expectSame();
  });

  test("with ids of another kind", async () => {
    root = join(base, "sha256");
    mkdirSync(root);
    git("init", "--quiet", "--object-format=sha256");
    commit({ "a.txt": "a\n" });
    write({ "a.txt": "A\n" });
    await expectSame(["diff", "HEAD"]);
  });

  test("with line ends that the repository's settings convert", async () => {
    commit({ "a.txt": "a\n" });
    git("config", "core.autocrlf", "true");
    write({ "a.txt": "a\r\n" });
    await expectSame(["diff", "HEAD"]);
  });

  test("with modes that the repository's settings ignore", async () => {
    commit({ "a.txt": "a\n" });
    git("config", "core.fileMode", "false");
    chmodSync(join(root, "a.txt"), 0o755);
    await expectSame();
  });

  test("with files that the user ignores everywhere", async () => {
    write(
      { ".gitconfig": "[core]\nexcludesFile = ~/ignored\n", ignored: "mine.txt\n" },
      join(base, "home"),
    );
    commit({ "a.txt": "a\n" });
    write({ "mine.txt": "", "other.txt": "" });
    await expectSame();
  });

  test("with files that the repository's settings ignore", async () => {
    commit({ "a.txt": "a\n", patterns: "mine.txt\n" });
    git("config", "core.excludesFile", "patterns");
    write({ "mine.txt": "", "other.txt": "" });
    await expectSame();
  });

  test("with a history that was cut off", async () => {
    commit({ "a.txt": "a\n" });
    commit({ "a.txt": "b\n" });
    commit({ "a.txt": "c\n" });
    git("clone", "--quiet", "--depth=2", `file://${root}`, join(base, "shallow"));
    root = join(base, "shallow");
    await expectSame(["log", "--format=%H %s", "--name-only"]);
  });

  test("in a folder of it, and in a linked work tree", async () => {
    commit({ "app/a.txt": "a\n", "b.txt": "b\n" });
    write({ "app/a.txt": "A\n" });
    const inFolder = await opened(join(root, "app"));
    expect(inFolder).toMatchObject({ prefix: "app/", head: git("rev-parse", "HEAD").trim() });
    await inFolder.close();
    expect(await answer(["diff", "--relative", "--name-only", "HEAD"], join(root, "app"))).toBe(
      "a.txt\n",
    );
    const linked = join(base, "linked");
    git("worktree", "add", "--quiet", linked);
    write({ "b.txt": "B\n" }, linked);
    expect(await answer(["diff", "--name-only", "HEAD"], linked)).toBe("b.txt\n");
  });
});

describe("a repository that is not opened", () => {
  test("is none, or lies in a folder without git on PATH", async () => {
    const plain = join(base, "home");
    expect(await openRepository(plain, options())).toEqual({
      reason: "there is no git work tree here",
      kind: "absent",
    });
    environment["PATH"] = join(base, "bin");
    expect(await openRepository(root, options())).toEqual({
      reason: "git is not installed here",
      kind: "absent",
    });
  });

  test("has no work tree", async () => {
    commit({ "a.txt": "a\n" });
    git("clone", "--quiet", "--bare", root, join(base, "bare"));
    const refused = { reason: expect.stringContaining("without a work tree"), kind: "refused" };
    expect(await openRepository(join(base, "bare"), options())).toEqual(refused);
  });

  test("has no work tree but says so, and git does not know the setting that refuses it", async () => {
    commit({ "a.txt": "a\n" });
    git("clone", "--quiet", "--bare", root, join(base, "bare"));
    root = join(base, "bare");
    git("config", "core.bare", "false");
    git("config", "core.worktree", ".");
    // Leaves the setting in the list, where it proves that settings are accepted.
    program(
      'case "$1 $2 $3" in *rev-parse*) unset GIT_CONFIG_COUNT;; esac\nPATH=${PATH#*:} exec git "$@"',
    );
    const refused = { reason: expect.stringContaining("without a work tree"), kind: "refused" };
    expect(await openRepository(root, options())).toEqual(refused);
  });

  test("would be read by a git that ignores the settings it is given", async () => {
    program('unset GIT_CONFIG_COUNT\nPATH=${PATH#*:} exec git "$@"');
    expect(await openRepository(root, options())).toEqual({
      reason: expect.stringContaining("git is too old"),
      kind: "refused",
    });
  });

  test("has settings that git cannot read", async () => {
    write({ ".git/config": '[filter "a\nb"]\nclean = x\n' });
    expect(await openRepository(root, options())).toEqual({
      reason: expect.stringMatching(/^git failed: fatal: bad config line/),
      kind: "refused",
    });
  });
});

test("no filter runs, not even one of the user", async () => {
  const marker = join(base, "ran");
  const filter = `[filter "lfs"]\nclean = "touch ${marker}; cat"\nrequired = true\n`;
  write({ ".gitconfig": filter }, join(base, "home"));
  write({ "a.txt": "a\n" });
  git("add", "a.txt");
  write({ ".gitattributes": "* filter=lfs\n", "a.txt": "A\n" });
  expect(await answer(["diff", "--name-only"])).toBe("a.txt\n");
  expect(existsSync(marker)).toBe(false);
  git("diff", "--name-only");
  expect(existsSync(marker)).toBe(true);
});

test("nothing is left behind in the repository or among temporary files", async () => {
  commit({ "a.txt": "a\n" });
  write({ "a.txt": "b\n" });
  const index = readFileSync(join(root, ".git/index"));
  const repository = await opened();
  const folder = (await repository.git(["rev-parse", "--absolute-git-dir"])).stdout
    .toString()
    .trim();
  expect(existsSync(folder)).toBe(true);
  await repository.git(STATUS);
  await repository.close();
  expect(existsSync(folder)).toBe(false);
  expect(readFileSync(join(root, ".git/index"))).toEqual(index);
});

describe("a git that does not end", () => {
  /** Answers until the repository is open; then it starts a child and waits for it. */
  const waiting = () =>
    program(
      `case "$*" in *status*) sleep 600 & echo $! > ${join(base, "child")}; wait;; esac\nPATH=\${PATH#*:} exec git "$@"`,
    );
  const child = () => Number(readFileSync(join(base, "child"), "utf8"));
  // One that has ended and that nobody waited for is still listed, as a zombie.
  const isRunning = (pid: number) =>
    /^[^Z\s]/.test(spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).stdout);

  test("is stopped at its time limit, with all that it started", async () => {
    waiting();
    const repository = await opened(root, { timeoutMs: 5_000 });
    await expect(repository.git(STATUS)).rejects.toMatchObject({
      reason: "timed-out",
      message: "git took longer than 5000 ms and was stopped",
    });
    await waitUntil(() => !isRunning(child()));
    // The time is that of all processes together.
    await expect(repository.git(["rev-parse", "HEAD"])).rejects.toBeInstanceOf(GitError);
    await repository.close();
  });

  test("is stopped when the caller gives up", async () => {
    waiting();
    const abort = new AbortController();
    const repository = await opened(root, { signal: abort.signal });
    const asked = repository.git(STATUS);
    await waitUntil(() => existsSync(join(base, "child")) && child() > 0);
    abort.abort(new Error("given up"));
    await expect(asked).rejects.toThrow("given up");
    await waitUntil(() => !isRunning(child()));
    await repository.close();
  });
});

test("a git that prints without end is stopped, and its errors are cut off", async () => {
  program(
    `case "$*" in *status*) exec yes;; *ls-files*) yes | head -c 1000000 >&2; exit 3;; esac\nPATH=\${PATH#*:} exec git "$@"`,
  );
  const repository = await opened(root, { maxBytes: 100_000 });
  await expect(repository.git(STATUS)).rejects.toMatchObject({ reason: "too-long" });
  const { code, stderr } = await repository.git(["ls-files"]);
  expect({ code, length: stderr.length }).toEqual({ code: 3, length: 16 * 1024 });
  await repository.close();
});
