import { appendFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { quoted, type Workshop, write } from "./workshop.ts";
import type { Trap } from "./trap.ts";

type Setting = {
  name: string;
  /** Lines for `.git/config`; `command` leaves the marker. */
  config(command: string): string;
  attributes?: string;
  sprungBy?: readonly string[];
};

const DIFF = ["diff"];
const filter = (name: string, kind = "clean") => ({
  config: (command: string) => `[filter ${quoted(name)}]\n${kind} = ${quoted(command)}\n`,
  attributes: `* filter=${name}\n`,
});
const setting =
  (section: string, ...keys: string[]) =>
  (command: string) =>
    `[${section}]\n${keys.map((key) => `${key} = ${quoted(command)}\n`).join("")}`;

const SETTINGS: readonly Setting[] = [
  { name: "filter", ...filter("plain"), sprungBy: DIFF },
  { name: "filter-equals-sign", ...filter("x=y"), sprungBy: DIFF },
  { name: "filter-two-equals-signs", ...filter("a=b=c.clean"), sprungBy: DIFF },
  { name: "filter-dots", ...filter("a.b.clean"), sprungBy: DIFF },
  { name: "filter-upper-case", ...filter("UPPER"), sprungBy: DIFF },
  { name: "filter-quotes", ...filter(`q'q\\`), sprungBy: DIFF },
  { name: "filter-shell-characters", ...filter("$(id);`id`&|>é"), sprungBy: DIFF },
  { name: "filter-option", ...filter("--global"), sprungBy: DIFF },
  { name: "filter-process", ...filter("stream", "process"), sprungBy: DIFF },
  { name: "filter-smudge", ...filter("out", "smudge"), sprungBy: ["checkout", "--", "."] },
  {
    name: "filter-required",
    config: (command) =>
      `[filter "r=r"]\nclean = ${quoted(command)}\nsmudge = ${quoted(command)}\nrequired\n`,
    attributes: "* filter=r=r\n",
    sprungBy: DIFF,
  },
  {
    name: "filter-line-break",
    config: (command) => `[filter "a\nb"]\nclean = ${quoted(command)}\n`,
    attributes: "* filter=a\n",
  },
  { name: "fsmonitor", config: setting("core", "fsmonitor"), sprungBy: ["status"] },
  {
    name: "pager",
    config: (command) => `[core]\npager = ${quoted(command)}\n[pager]\ndiff\nlog\n`,
  },
  {
    name: "pager-of-commands",
    config: setting("pager", "diff", "log", "status", "config", "rev-parse", "ls-files"),
  },
  { name: "external-diff", config: setting("diff", "external"), sprungBy: DIFF },
  {
    name: "diff-driver",
    config: setting('diff "own"', "command"),
    attributes: "* diff=own\n",
    sprungBy: DIFF,
  },
  {
    name: "textconv",
    config: (command) => `[diff "own"]\ntextconv = ${quoted(command)}\ncachetextconv = true\n`,
    attributes: "* diff=own\n",
    sprungBy: DIFF,
  },
  {
    name: "merge-driver",
    config: setting('merge "own"', "driver"),
    attributes: "* merge=own export-subst\n",
  },
  {
    name: "alias",
    config: (command) =>
      `[alias]\n${[
        "status",
        "diff",
        "log",
        "rev-parse",
        "config",
        "ls-files",
        "apply",
        "cat-file",
        "own",
      ]
        .map((name) => `${name} = ${quoted(`!${command}`)}\n`)
        .join("")}`,
    sprungBy: ["own"],
  },
  {
    name: "ssh-command",
    config: (command) =>
      `[core]\nsshCommand = ${quoted(command)}\n[remote "origin"]\nurl = ssh://localhost/x\nfetch = +refs/*:refs/*\n`,
    sprungBy: ["fetch"],
  },
  {
    name: "credentials",
    config: (command) =>
      `[core]\naskPass = ${quoted(command)}\n[credential]\nhelper = ${quoted(`!${command}`)}\n`,
  },
  {
    name: "editors-and-tools",
    config: (command) =>
      [
        setting("core", "editor", "gitProxy", "alternateRefsCommand")(command),
        setting("sequence", "editor")(command),
        setting("interactive", "diffFilter")(command),
        setting('difftool "own"', "cmd", "path")(command),
        setting("diff", "tool", "guitool")("own"),
        setting("uploadpack", "packObjectsHook")(command),
        setting("trailer", "own")(command),
        setting('trailer "own"', "command", "cmd")(command),
        setting("ssh", "variant")("simple"),
        setting("trace2", "eventTarget", "normalTarget")("/dev/stderr"),
      ].join(""),
  },
];

/** Programs that a repository's own configuration names. */
export const settingTraps: readonly Trap[] = SETTINGS.map(
  ({ name, config, attributes, sprungBy }) => ({
    name,
    sprungBy,
    build: (workshop) => arm(workshop, name, config(workshop.command(name)), attributes),
  }),
);

/** The same, where git looks for it besides. */
export const placedSettingTraps: readonly Trap[] = [
  {
    name: "attributes-of-the-git-folder",
    sprungBy: DIFF,
    build(workshop) {
      const root = arm(workshop, this.name, filter("i=i").config(workshop.command(this.name)));
      write(join(root, ".git/info/attributes"), "* filter=i=i\n");
      return root;
    },
  },
  ...[
    ["include", "[include]\npath = ../included\n"],
    ["include-by-folder", '[includeIf "gitdir:**"]\npath = ../included\n'],
    ["include-by-branch", '[includeIf "onbranch:main"]\npath = ../included\n'],
  ].map(([name = "", config = ""]): Trap => ({
    name,
    sprungBy: DIFF,
    build(workshop) {
      const { config: included, attributes } = filter("n=n");
      const root = arm(workshop, name, config, attributes);
      write(join(root, "included"), included(workshop.command(name)));
      return root;
    },
  })),
  {
    name: "settings-of-a-work-tree",
    sprungBy: DIFF,
    build(workshop) {
      const { config, attributes } = filter("w=w");
      const root = arm(workshop, this.name, "[extensions]\nworktreeConfig = true\n", attributes);
      write(join(root, ".git/config.worktree"), config(workshop.command(this.name)));
      return root;
    },
  },
  {
    name: "hooks",
    sprungBy: ["update-index", "--refresh", "-q"],
    build(workshop) {
      const root = arm(workshop, this.name, "");
      addHooks(workshop, join(root, ".git/hooks"), this.name);
      return root;
    },
  },
  {
    name: "hooks-path",
    sprungBy: ["update-index", "--refresh", "-q"],
    build(workshop) {
      const root = arm(workshop, this.name, "[core]\nhooksPath = hooks\n");
      addHooks(workshop, join(root, "hooks"), this.name);
      return root;
    },
  },
];

const HOOKS = [
  "post-index-change",
  "fsmonitor-watchman",
  "query-watchman",
  "post-checkout",
  "post-merge",
  "pre-auto-gc",
  "reference-transaction",
  "pre-applypatch",
  "applypatch-msg",
];

function addHooks(workshop: Workshop, folder: string, marker: string): void {
  for (const hook of HOOKS) {
    workshop.program(join(folder, hook), marker);
    chmodSync(join(folder, hook), 0o755);
  }
}

/** A repository with more configuration and attributes. */
export function arm(workshop: Workshop, name: string, config: string, attributes = ""): string {
  const root = workshop.repository(name);
  appendFileSync(join(root, ".git/config"), config);
  if (attributes !== "") write(join(root, ".gitattributes"), attributes);
  return root;
}
