import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { arm } from "./setting-traps.ts";
import type { Trap } from "./trap.ts";
import { CHANGED, quoted, runPlainGit, type Workshop, write } from "./workshop.ts";

const PGP = "-----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----";
const CMS = "-----BEGIN SIGNED MESSAGE-----\n AAAA\n -----END SIGNED MESSAGE-----";
const SSH = "-----BEGIN SSH SIGNATURE-----\n AAAA\n -----END SSH SIGNATURE-----";

const signatureTrap = (name: string, signature: string, config: (program: string) => string) => ({
  name,
  sprungBy: ["log"],
  build(workshop: Workshop) {
    const root = arm(workshop, name, "");
    const program = join(root, "verify");
    workshop.program(program, name);
    sign(root, signature);
    appendFileSync(join(root, ".git/config"), `[log]\nshowSignature = true\n${config(program)}`);
    return root;
  },
});

/** Puts a commit with a signature at the end of the branch. */
function sign(root: string, signature: string): void {
  const commit = runPlainGit(root, ["cat-file", "commit", "HEAD"]);
  const signed = commit.replace("\n\n", `\ngpgsig ${signature}\n\n`);
  const id = runPlainGit(root, ["hash-object", "-t", "commit", "-w", "--stdin"], signed).trim();
  runPlainGit(root, ["update-ref", "refs/heads/main", id]);
}

/** A clone that lacks an object, and a remote that would be asked for it. */
const lazyFetchTrap = (
  name: string,
  missing: string,
  sprungBy: readonly string[],
  remote: (command: string, root: string) => string,
): Trap => ({
  name,
  sprungBy,
  build(workshop) {
    const root = workshop.repository(name);
    const id = runPlainGit(root, ["rev-parse", missing]).trim();
    rmSync(join(root, ".git/objects", id.slice(0, 2), id.slice(2)));
    appendFileSync(
      join(root, ".git/config"),
      `[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n[protocol]\nallow = always\n${remote(workshop.mark(name), root)}`,
    );
    return root;
  },
});

const promised = (url: string, more = "") =>
  `[remote "origin"]\nurl = ${quoted(url)}\npromisor = true\nfetch = +refs/heads/*:refs/remotes/origin/*\n${more}`;
/** The transport `ext` splits at blanks, and takes a blank as a part of a word after a per cent sign. */
const external = (command: string) => `ext::sh -c ${command.replaceAll(" ", "% ")}`;
const ALLOWED = '[protocol "ext"]\nallow = always\n[protocol "file"]\nallow = always\n';

/** Programs that reading the history or an object would run. */
export const historyTraps: readonly Trap[] = [
  signatureTrap("signature-openpgp", PGP, (program) => `[gpg]\nprogram = ${quoted(program)}\n`),
  signatureTrap("signature-x509", CMS, (program) => `[gpg "x509"]\nprogram = ${quoted(program)}\n`),
  signatureTrap(
    "signature-ssh",
    SSH,
    (program) =>
      `[gpg]\nformat = ssh\n[gpg "ssh"]\nprogram = ${quoted(program)}\nallowedSignersFile = ${quoted(program)}\ndefaultKeyCommand = ${quoted(program)}\n`,
  ),
  lazyFetchTrap("lazy-fetch-of-a-file", `HEAD:${CHANGED}`, ["diff", "HEAD"], (command) =>
    [promised(external(command)), ALLOWED].join(""),
  ),
  lazyFetchTrap("lazy-fetch-of-a-commit", "HEAD", ["log"], (command) =>
    [promised(external(command)), ALLOWED].join(""),
  ),
  lazyFetchTrap("lazy-fetch-of-a-parent", "HEAD~1", ["log"], (command) =>
    [promised(external(command)), ALLOWED].join(""),
  ),
  lazyFetchTrap("lazy-fetch-over-a-rewritten-address", "HEAD^{tree}", ["diff", "HEAD"], (command) =>
    [
      promised("https://example.com/x"),
      ALLOWED,
      `[url ${quoted(external(command))}]\ninsteadOf = https://example.com/x\n`,
    ].join(""),
  ),
  lazyFetchTrap("lazy-fetch-by-upload-pack", "HEAD^{tree}", ["diff", "HEAD"], (command, root) =>
    [promised(root, `uploadpack = ${quoted(command)}\n`), ALLOWED].join(""),
  ),
  {
    name: "alternates-replacements-and-grafts",
    build(workshop) {
      const root = arm(
        workshop,
        this.name,
        `[core]\nalternateRefsCommand = ${quoted(workshop.command(this.name))}\n`,
      );
      const [newest = "", oldest = ""] = runPlainGit(root, ["log", "--format=%H"]).split("\n");
      write(join(root, ".git/objects/info/alternates"), `${join(root, "other")}\n../objects\n/\n`);
      write(join(root, ".git/refs/replace", newest), `${oldest}\n`);
      write(join(root, ".git/info/grafts"), `${oldest} ${newest}\n${newest} ${oldest}\n`);
      return root;
    },
  },
  {
    name: "head-that-is-no-commit",
    build(workshop) {
      const root = arm(workshop, this.name, "");
      const blob = readFileSync(join(root, CHANGED), "utf8");
      const id = runPlainGit(root, ["hash-object", "-w", "--stdin"], blob).trim();
      write(join(root, ".git/HEAD"), `${id}\n`);
      return root;
    },
  },
];
