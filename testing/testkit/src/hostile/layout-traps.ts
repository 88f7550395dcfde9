import { appendFileSync, cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { arm } from "./setting-traps.ts";
import type { Trap } from "./trap.ts";
import { CHANGED, quoted, runPlainGit, type Workshop, write } from "./workshop.ts";

const ATTRIBUTES = "* filter=x=y\n";
/** Several programs at a time: a filter, and those that git asks about the whole tree. */
const everything = (command: string) =>
  `[filter "x=y"]\nclean = ${quoted(command)}\n[core]\nfsmonitor = ${quoted(command)}\n[diff]\nexternal = ${quoted(command)}\n`;

/** A plain clone that holds a folder which is a repository itself; the clone's own settings are untouched. */
const cloneTrap = (name: string, below: string): Trap => ({
  name,
  sprungBy: ["diff"],
  build(workshop) {
    const origin = workshop.repository(`${name}-origin`);
    const inner = join(origin, "inner");
    cpSync(join(origin, ".git"), inner, { recursive: true });
    appendFileSync(
      join(inner, "config"),
      `[core]\nbare = false\nworktree = .\n${everything(workshop.command(name))}`,
    );
    write(join(inner, ".gitattributes"), ATTRIBUTES);
    write(join(inner, CHANGED), "six\n");
    write(join(inner, "deeper/kept.txt"), "kept\n");
    runPlainGit(origin, ["add", "--all"]);
    runPlainGit(origin, ["commit", "--quiet", "--message", "Add a folder"]);
    const clone = workshop.folder(name);
    runPlainGit(origin, ["clone", "--quiet", "--no-hardlinks", origin, clone]);
    return join(clone, "inner", below);
  },
});

/** A repository with another in a folder, which has settings of its own. */
function withSubmodule(workshop: Workshop, name: string): string {
  const root = workshop.repository(name);
  const inner = join(root, "inner");
  cpSync(workshop.repository(`${name}-inner`), inner, { recursive: true });
  runPlainGit(root, ["add", "inner"]);
  runPlainGit(root, ["commit", "--quiet", "--message", "Add a submodule"]);
  appendFileSync(join(inner, ".git/config"), everything(workshop.command(name)));
  write(join(inner, ".gitattributes"), ATTRIBUTES);
  write(
    join(root, ".gitmodules"),
    '[submodule "inner"]\npath = inner\nurl = ./inner\nignore = none\n',
  );
  return root;
}

/** Repositories whose parts lie in unusual places. */
export const layoutTraps: readonly Trap[] = [
  cloneTrap("bare-repository-in-a-clone", ""),
  cloneTrap("below-a-bare-repository-in-a-clone", "deeper"),
  {
    name: "submodule",
    sprungBy: ["status"],
    build(workshop) {
      const root = withSubmodule(workshop, this.name);
      appendFileSync(
        join(root, ".git/config"),
        `[status]\nsubmoduleSummary = true\n[diff]\nsubmodule = diff\nignoreSubmodules = none\n[submodule]\nrecurse = true\n[submodule "inner"]\nactive = true\nurl = ./inner\nupdate = ${quoted(`!${workshop.command(this.name)}`)}\n`,
      );
      return root;
    },
  },
  {
    name: "work-tree-of-a-submodule",
    sprungBy: ["diff"],
    build(workshop) {
      const root = withSubmodule(workshop, this.name);
      const inner = join(root, "inner");
      mkdirSync(join(root, ".git/modules"));
      renameSync(join(inner, ".git"), join(root, ".git/modules/inner"));
      write(join(inner, ".git"), "gitdir: ../.git/modules/inner\n");
      appendFileSync(
        join(root, ".git/modules/inner/config"),
        "[core]\nworktree = ../../../inner\n",
      );
      return inner;
    },
  },
  {
    name: "linked-work-tree",
    sprungBy: ["diff"],
    build(workshop) {
      const root = workshop.repository(`${this.name}-main`);
      const linked = workshop.folder(this.name);
      runPlainGit(root, ["worktree", "add", "--quiet", linked]);
      appendFileSync(join(root, ".git/config"), "[extensions]\nworktreeConfig = true\n");
      write(
        join(root, ".git/worktrees", this.name, "config.worktree"),
        everything(workshop.command(this.name)),
      );
      write(join(linked, ".gitattributes"), ATTRIBUTES);
      write(join(linked, CHANGED), "six\n");
      return linked;
    },
  },
  {
    name: "git-folder-elsewhere",
    sprungBy: ["diff"],
    build(workshop) {
      const root = arm(workshop, this.name, everything(workshop.command(this.name)), ATTRIBUTES);
      renameSync(join(root, ".git"), join(root, "elsewhere"));
      write(join(root, ".git"), "gitdir: elsewhere\n");
      return root;
    },
  },
  {
    name: "linked-git-folder",
    sprungBy: ["diff"],
    build(workshop) {
      const root = arm(workshop, this.name, everything(workshop.command(this.name)), ATTRIBUTES);
      renameSync(join(root, ".git"), join(root, "elsewhere"));
      symlinkSync("elsewhere", join(root, ".git"));
      return root;
    },
  },
  {
    name: "work-tree-of-another-folder",
    build: (workshop) =>
      arm(
        workshop,
        "work-tree-of-another-folder",
        `[core]\nworktree = /\n${everything(workshop.command("work-tree-of-another-folder"))}`,
        ATTRIBUTES,
      ),
  },
  {
    name: "work-tree-of-the-folder-above",
    build: (workshop) =>
      arm(
        workshop,
        "work-tree-of-the-folder-above",
        `[core]\nworktree = ../..\n${everything(workshop.command("work-tree-of-the-folder-above"))}`,
        ATTRIBUTES,
      ),
  },
  {
    name: "bare-in-name-only",
    build: (workshop) =>
      arm(
        workshop,
        "bare-in-name-only",
        `[core]\nbare = true\n${everything(workshop.command("bare-in-name-only"))}`,
        ATTRIBUTES,
      ),
  },
  {
    name: "programs-called-git",
    sprungBy: ["status"],
    pathEntries: (root) => [
      "",
      ".",
      "bin",
      join(root, "node_modules/.bin"),
      root,
      join(root, "bin"),
    ],
    build(workshop) {
      const root = workshop.repository(this.name);
      for (const folder of [".", "bin", "node_modules/.bin", ".git"])
        for (const program of ["git", "git.exe", "git.cmd", "git.bat", "git.com", "sh"])
          workshop.program(join(root, folder, program), this.name);
      return root;
    },
  },
  {
    name: "names-that-windows-reads-otherwise",
    build(workshop) {
      const root = workshop.repository(this.name);
      const names = ["CON", "aux.txt", "NUL.ts", "dot.", "blank ", "a:b.txt", "back\\slash.txt"];
      for (const name of [...names, "GIT~1", ".git.", "..\\up.txt", "-option", "--output=x"])
        write(join(root, name), "text\n");
      return root;
    },
  },
  {
    name: "index-of-many-files",
    build(workshop) {
      const root = workshop.repository(this.name);
      const id = runPlainGit(root, ["rev-parse", "HEAD:kept.txt"]).trim();
      const entries = Array.from(
        { length: 50_000 },
        (_, position) => `100644 ${id}\tfolder-${position % 100}/file-${position}.txt\n`,
      );
      runPlainGit(root, ["update-index", "--index-info"], entries.join(""));
      return root;
    },
  },
];
