import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { execute } from "./execute.mjs";
import { fail } from "./report.mjs";

/** Phrases that comments avoid, and the advice. cspell.json lists the single words. */
const PHRASES = [
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)/i,
    'write "is not a …" or "has no …"',
  ],
  [/\b(?:go|goes|going|went) on\b/i, 'write "continue"'],
  [
    /(?<=^|[.:;] )(?:What|Who|Whoever|Those that|Those who)\b(?![^.]*\?)/,
    "begin the sentence with the name of the thing",
  ],
];
const COMMENT = /\/\*\*?([^]*?)\*\/|(?:^|\s)((?:\/\/ .*(?:\n\s*(?=\/\/ ))?)+)/g;

const CSPELL = [
  "lint",
  "--no-progress",
  "--no-summary",
  "--cache",
  "--cache-location=node_modules/.cache/cspell",
];

/** Fails on unknown or forbidden words anywhere, and on forbidden phrases in comments. */
export async function checkWriting() {
  const { code } = await execute("cspell", CSPELL, { quietly: true });
  if (code !== 0)
    fail(
      "Correct these words. A word that is right goes into scripts/words.txt, in alphabetical order; a forbidden one has its replacement next to it.",
    );
  const found = sourceFiles().flatMap(phrasesIn);
  if (found.length > 0) fail(`Comments that read badly:\n${found.join("\n")}`);
}

function sourceFiles() {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" });
  return listed.split("\n").filter((file) => file !== "");
}

function phrasesIn(file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(COMMENT)].flatMap(({ index, 0: whole, 1: block, 2: lines }) => {
    const comment = (block ?? lines)
      .replaceAll(/^\s*(?:\*|\/\/) ?/gm, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    const line = text.slice(0, index + whole.search(/\S/)).split("\n").length;
    return PHRASES.filter(([phrase]) => phrase.test(comment)).map(
      ([phrase, advice]) => `  ${file}:${line}: "${phrase.exec(comment)?.[0].trim()}": ${advice}`,
    );
  });
}
