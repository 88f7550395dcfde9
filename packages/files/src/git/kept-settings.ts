import { join } from "node:path";
import type { GitSetting } from "./git-environment.ts";

/** Settings that say how files are compared, and can only be one of a few words. */
const WORDS = [
  "core.autocrlf",
  "core.eol",
  "core.filemode",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.sparsecheckout",
  "core.symlinks",
];
/** Files with patterns. Which files are ignored is also a repository's to say: what is ignored is not shown to anybody. */
const FILES = ["core.attributesfile", "core.excludesfile"];
/** Is among the settings that every git process gets, so that git does not read those if it is not listed. */
const PROOF = "safe.barerepository";

const WORD = /^(?:true|false|yes|no|on|off|0|1|input|lf|crlf|native|auto)$/i;
const NAMES = [...WORDS, ...FILES, PROOF].map((name) => name.replace(".", String.raw`\.`));

export const SETTINGS_QUERY = [
  "config",
  "--null",
  "--show-scope",
  "--get-regexp",
  `^(${NAMES.join("|")})$`,
];

const isOwn = (scope: string): boolean => scope === "system" || scope === "global";

/** The settings that are taken over from the answer to that query; undefined if git does not accept any from us. */
export function keptSettings(listed: string, home: string | undefined): GitSetting[] | undefined {
  const kept = new Map<string, string>();
  let isProven = false;
  const fields = listed.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = fields[at] ?? "";
    const [name = "", ...lines] = (fields[at + 1] ?? "").split("\n");
    // A name without a value stands for true.
    const value = lines.length === 0 ? "true" : lines.join("\n");
    if (name === PROOF) isProven = scope === "command" && value === "explicit";
    else if (WORDS.includes(name) && WORD.test(value)) kept.set(name, value);
    else if (FILES.includes(name)) {
      const path = value.startsWith("~/") && home ? join(home, value.slice(2)) : value;
      // Windows would sign in to the server that such a path names.
      if (isOwn(scope) || !/^[\\/]{2}/.test(path)) kept.set(name, path);
    }
  }
  return isProven ? [...kept] : undefined;
}
