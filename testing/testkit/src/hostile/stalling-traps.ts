import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { arm } from "./setting-traps.ts";
import type { Trap } from "./trap.ts";
import { CHANGED, runPlainGit, write } from "./workshop.ts";

/** Files that git opens; a pipe in their place keeps it waiting for a writer. */
const OPENED = [
  ".gitignore",
  ".gitattributes",
  ".mailmap",
  CHANGED,
  ".git/HEAD",
  ".git/config",
  ".git/index",
  ".git/packed-refs",
  ".git/refs/heads/main",
  ".git/shallow",
  ".git/info/exclude",
  ".git/info/attributes",
  ".git/objects/info/alternates",
  ".git/objects/info/commit-graph",
];

const NAMED = [
  ["excludes-file", "[core]\nexcludesFile = PIPE\n"],
  ["attributes-file", "[core]\nattributesFile = PIPE\n"],
  ["order-file", "[diff]\norderFile = PIPE\n"],
  ["include", "[include]\npath = PIPE\n"],
] as const;

const pipe = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
};

/** Repositories in which git does not come to an end by itself. */
export const stallingTraps: readonly Trap[] = [
  ...OPENED.map((path): Trap => ({
    name: `pipe-at-${path.replaceAll("/", "-")}`,
    isStalling: true,
    build(workshop) {
      const root = workshop.repository(this.name);
      pipe(join(root, path));
      return root;
    },
  })),
  ...NAMED.map(([name, config]): Trap => ({
    name: `pipe-as-${name}`,
    isStalling: true,
    build(workshop) {
      const path = join(workshop.folder(this.name), "pipe");
      const root = arm(workshop, this.name, config.replace("PIPE", path));
      pipe(path);
      return root;
    },
  })),
  {
    name: "pipe-at-an-object",
    isStalling: true,
    build(workshop) {
      const root = workshop.repository(this.name);
      const id = runPlainGit(root, ["rev-parse", `HEAD:${CHANGED}`]).trim();
      pipe(join(root, ".git/objects", id.slice(0, 2), id.slice(2)));
      return root;
    },
  },
  {
    name: "costly-function-pattern",
    isStalling: true,
    build(workshop) {
      const root = workshop.repository(this.name);
      const lines = `${"a".repeat(4_000)}\n`.repeat(50);
      write(join(root, CHANGED), lines);
      write(join(root, ".gitattributes"), "* diff=z\n");
      runPlainGit(root, ["add", "--all"]);
      runPlainGit(root, ["commit", "--quiet", "--message", "Add long lines"]);
      write(join(root, CHANGED), `${lines}end\n`);
      write(
        join(root, ".git/config"),
        String.raw`[core]
repositoryformatversion = 0
[diff "z"]
xfuncname = "^(a*)(a*)(a*)\\1\\2\\3b"
`,
      );
      return root;
    },
  },
];
