import { codeLines, guessLanguage, looksLikeCode, MOST_TEXT } from "./code-signals.ts";
import type { FileDiff } from "./diff/file-diff.ts";
import { parseDiff } from "./diff/parse-diff.ts";
import { extensionOf, type Language, languageOfFence } from "./languages.ts";
import type { SourceText } from "./source-text.ts";

/** The parts of a thought to audit. */
export type ThoughtMaterial = {
  /** The inside of the first gan-config block. */
  config: string | undefined;
  excerpts: SourceText[];
  diffs: FileDiff[];
  /** Sentences that say which parts were left out. */
  notes: string[];
  /** Whether code was left out because there was too much of it. */
  isCut: boolean;
};

/** Files in the diffs of one thought. */
const MOST_DIFFS = 1_000;
const CONFIG_FENCE = "gan-config";
const PROSE_FENCE = /^(text|txt|plain|plaintext|md|markdown|output|log|console|mermaid|csv)$/;
const DIFF_FENCE = /^(diff|patch|udiff)$/;
const HUNK_HEADER = /^@@+ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
/** Names the place in words, as people and models do. */
const WORDED_HEADER = /^@@ (?!-\d).*@@.*$/gm;
const ANY_HEADER = "@@ -1 +1 @@";

/** Undefined when the thought is prose: nothing in it asks for an audit. */
export function readThought(thought: string): ThoughtMaterial | undefined {
  const fences = findFences(thought);
  const config = fences.find(({ info }) => wordOf(info) === CONFIG_FENCE);
  const blocks = fences.slice(0, MOST_FENCES).filter(({ info }) => !isSetAside(wordOf(info)));
  const prose = withoutFences(thought.slice(0, fences.at(MOST_FENCES)?.start), fences);
  const material: ThoughtMaterial = {
    config: config?.text,
    excerpts: [],
    diffs: [],
    notes: [],
    isCut: false,
  };
  if (fences.length > MOST_FENCES)
    noteCut(material, `only the first ${MOST_FENCES} blocks of the thought were audited`);
  for (const block of blocks) addBlock(material, block);
  const isPatch = isDiff(prose);
  const change = isPatch ? undefined : looseDiff(prose);
  if (isPatch) addDiffs(material, prose);
  else if (change !== undefined) addDiffs(material, change);
  else if (looksLikeCode(prose)) {
    material.excerpts.push(looseExcerpt(prose));
    if (prose.length > MOST_TEXT)
      noteCut(material, `only the first ${MOST_TEXT} characters outside of blocks were read`);
  }
  const isAsked =
    config !== undefined ||
    blocks.length > 0 ||
    isPatch ||
    material.diffs.length + material.excerpts.length > 0;
  return isAsked ? material : undefined;
}

function noteCut(material: ThoughtMaterial, note: string): void {
  material.notes.push(note);
  material.isCut = true;
}

const wordOf = (info: string): string => (/^\{?\.?([\w+#-]+)/.exec(info)?.[1] ?? "").toLowerCase();

const isSetAside = (word: string): boolean => word === CONFIG_FENCE || PROSE_FENCE.test(word);

/** A diff's own form; a list with dashes or a horizontal rule is none. */
function isDiff(text: string): boolean {
  if (/^diff --git \S/m.test(text) || HUNK_HEADER.test(text)) return true;
  const hasHeaders = /^--- \S.*\r?\n\+\+\+ \S/m.test(text) || /^@@ .*@@/m.test(text);
  return hasHeaders && /^[-+](?![-+]{2} )/m.test(text);
}

/** Lines of a change without a header are one hunk somewhere. */
const readDiff = (text: string): FileDiff[] =>
  parseDiff(isDiff(text) ? text.replaceAll(WORDED_HEADER, ANY_HEADER) : `${ANY_HEADER}\n${text}`);

function addDiffs(material: ThoughtMaterial, text: string): void {
  const all = material.diffs.concat(readDiff(text));
  material.diffs = all.slice(0, MOST_DIFFS);
  if (all.length > MOST_DIFFS)
    noteCut(material, `only the first ${MOST_DIFFS} files of the thought's diff were audited`);
}

function addBlock(material: ThoughtMaterial, { info, text }: Fence): void {
  const word = wordOf(info);
  if (DIFF_FENCE.test(word) || (languageOfFence(word) === undefined && isDiff(text))) {
    addDiffs(material, text);
    return;
  }
  const language = languageOfFence(word) ?? (word === "" ? guessLanguage(text) : undefined);
  const path = excerptPath(material.excerpts.length, language, word);
  material.excerpts.push({ path, text: withoutEllipses(text), language, wholeness: "excerpt" });
}

function excerptPath(count: number, language: Language | undefined, word: string): string {
  const named = word.replaceAll("+", "p").replaceAll("#", "sharp").replaceAll("-", "");
  const extension = language ? extensionOf(language) : named === "" ? "txt" : named.slice(0, 20);
  return `thought/block-${count + 1}.${extension}`;
}

/** A line of dots stands for code that was left out. */
const withoutEllipses = (text: string): string => text.replaceAll(/^[ \t]*(\.{3}|…)[ \t]*$/gm, "");

function looseExcerpt(prose: string): SourceText {
  const text = codeLines(prose);
  const language = guessLanguage(text);
  const path = `thought/code.${language ? extensionOf(language) : "txt"}`;
  return { path, text, language, wholeness: "fragment" };
}

function withoutFences(thought: string, fences: readonly Fence[]): string {
  let at = 0;
  const kept: string[] = [];
  for (const { start, end } of fences) {
    kept.push(thought.slice(at, start));
    at = end;
  }
  return [...kept, thought.slice(at)].join("\n");
}

const MOST_LOOSE_TEXT = 1_000_000;

/** Changed lines of code that stand next to their context or each other, without the headers of a diff. */
function looseDiff(text: string): string | undefined {
  if (!/^[-+]/m.test(text)) return undefined;
  const runs = text.slice(0, MOST_LOOSE_TEXT).split(/^(?![-+ \t]).*\n?/m);
  return runs.find((run) => isChange(run) && looksLikeCode(run.replaceAll(/^[-+ ]/gm, "")));
}

const isChange = (run: string): boolean =>
  /^[-+]/m.test(run) && [/^\+/m, /^-/m, /^[ \t]+\S/m].filter((kind) => kind.test(run)).length > 1;

type Fence = {
  /** The text after the opening marks. */
  info: string;
  text: string;
  /** Offsets of the whole block in the thought. */
  start: number;
  end: number;
};

/** A block may stand in a list or a quotation, at any depth. */
const MARKS = /^([ \t>]*)(`{3,}|~{3,})([^\n]*)$/gm;
// Marks that are indented further than the opening ones belong to the code.
const DEEPER = 3;
/** More blocks than this are not one thought. */
const MOST_FENCES = 200;

type Opened = { margin: string; marks: string; info: string; start: number; inside: number };

/** The fenced blocks of a Markdown text, in order, and one more than the most; one that is never closed reaches to the end. */
function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Opened | undefined;
  for (const match of text.matchAll(MARKS)) {
    const [line, margin = "", marks = "", info = ""] = match;
    const end = match.index + line.length;
    if (open) {
      if (!isClosing(margin, marks, info, open)) continue;
      fences.push(close(text, open, match.index, end));
      open = undefined;
      if (fences.length > MOST_FENCES) return fences;
    } else if (!info.includes("`"))
      open = {
        margin,
        marks,
        info: info.trim(),
        start: match.index,
        inside: Math.min(end + 1, text.length),
      };
  }
  if (open) fences.push(close(text, open, text.length, text.length));
  return fences;
}

function isClosing(margin: string, marks: string, info: string, open: Opened): boolean {
  return (
    margin.length <= open.margin.length + DEEPER &&
    info.trim() === "" &&
    marks.charAt(0) === open.marks.charAt(0) &&
    marks.length >= open.marks.length
  );
}

function close(
  text: string,
  { margin, info, start, inside }: Opened,
  until: number,
  end: number,
): Fence {
  const inner = text.slice(inside, until).replaceAll("\r\n", "\n");
  const blank = margin.includes(">") ? "[ \\t>]" : "[ \\t]";
  const flush =
    margin === "" ? inner : inner.replaceAll(new RegExp(`^${blank}{0,${margin.length}}`, "gm"), "");
  return { info, text: flush === "" || flush.endsWith("\n") ? flush : `${flush}\n`, start, end };
}
