import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IDENTITY = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** The file that every repository has committed, and changed since without a change of its size. */
export const CHANGED = "changed.txt";

/** Builds repositories whose programs leave a file behind when they run. */
export class Workshop {
  readonly #base: string;
  readonly #markers: string;
  #template: string | undefined;

  constructor(base: string) {
    this.#base = base;
    this.#markers = join(base, "markers");
    mkdirSync(this.#markers);
  }

  /** The names of the traps that were sprung. */
  markers(): string[] {
    return readdirSync(this.#markers).toSorted();
  }

  clearMarkers(): void {
    for (const name of this.markers()) rmSync(join(this.#markers, name));
  }

  /** A shell command that leaves the marker `name`. */
  mark(name: string): string {
    return `touch ${join(this.#markers, name)}`;
  }

  /** The same, and passes its input on. */
  command(name: string): string {
    return `${this.mark(name)}; cat`;
  }

  /** A program at `path` that leaves the marker `name`. */
  program(path: string, name: string): void {
    write(path, `#!/bin/sh\n${this.command(name)}\n`);
    chmodSync(path, 0o755);
  }

  folder(name: string): string {
    return join(this.#base, name);
  }

  /** A repository with two commits and a change that is not committed. */
  repository(name: string): string {
    this.#template ??= this.#makeTemplate();
    const root = this.folder(name);
    // Copied files are new to the index, so that git has to look into each.
    cpSync(this.#template, root, { recursive: true });
    return root;
  }

  /** Runs plain git, without anything that the surroundings set. */
  git(root: string, ...args: string[]): string {
    return runPlainGit(root, args);
  }

  #makeTemplate(): string {
    const root = this.folder("template");
    mkdirSync(root);
    this.git(root, "init", "--quiet", "--template=", "--initial-branch=main");
    for (const text of ["one\n", "two\n"]) {
      writeFileSync(join(root, CHANGED), text);
      writeFileSync(join(root, "kept.txt"), "kept\n");
      this.git(root, "add", "--all");
      this.git(root, "commit", "--quiet", "--message", `Write ${text}`);
    }
    writeFileSync(join(root, CHANGED), "six\n");
    writeFileSync(join(root, "untracked.txt"), "untracked\n");
    return root;
  }
}

export function runPlainGit(root: string, args: readonly string[], input = ""): string {
  return execFileSync("git", args, {
    cwd: root,
    env: {
      ...IDENTITY,
      PATH: process.env["PATH"],
      HOME: root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
    },
    input,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: 20_000,
    encoding: "utf8",
  });
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A string as git's configuration files have it. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
