import type { Token } from "./inline-tokens.ts";

/** How another record is named: by file, number, id or title. */
export type Reference = {
  text: string;
  /** It names a file elsewhere, of which the number alone says nothing. */
  exact?: true;
};

export type FoundReference = {
  reference: Reference;
  /** The token after it. */
  next: number;
  isBareNumber?: boolean;
  /** Nothing but its place says that it is a reference. */
  isTitle?: boolean;
};

const ID = /^(?:dec|prop)_[\w-]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PREFIXES = "adr adrs ladr madr dr pep rfc rfd kep decision record no nr".split(" ");
const PREFIX = PREFIXES.join("|");
const PREFIX_WORDS = new Set([...PREFIXES, "#"]);
const PREFIXED = new RegExp(`^(?:#|(?:${PREFIX})[#_-]{0,2})(?<number>\\d{1,5})(?:['’]s)?$`, "i");
const NUMBERED_FILE = /^(?:adr[-_]?)?\d{3,}-[\p{L}\p{N}]/iu;
const MARKDOWN_FILE = /^(?<name>.+)\.(?:md|markdown)$/i;
/** Numbers, ids and files have one of these. */
const HAS_REFERENCE = /[\d_.]/;
const PADDED = /^(?:0\d{2,4}|\d{3,4})$/;
const NUMBER = /^\d{1,5}$/;
const LABEL_NUMBER = new RegExp(
  `^\\s{0,9}(?:#|(?:${PREFIX})[\\s#:_-]{0,4})?(?<number>\\d{1,5})(?![\\p{L}\\p{N}_-])`,
  "iu",
);
const LABEL_FILE = /^\s{0,9}(?<name>\S{1,300})\s{0,9}$/;
const LONGEST_TITLE = 300;
const LONGEST_PATH = 1_000;

export function isDate(word: string): boolean {
  return DATE.test(word);
}

/** The reference that begins with this token; a bare number counts only where the caller expects a reference. */
export function referenceAt(
  tokens: readonly Token[],
  at: number,
  expectsReference: boolean,
): FoundReference | undefined {
  const token = tokens[at];
  if (token?.type === "link") {
    const named = token.href === "" ? undefined : fileReference(token.href);
    return named ? { reference: named, next: at + 1 } : labelled(token.label, at, true);
  }
  if (token?.type === "group") return labelled(token.label, at, expectsReference);
  if (token?.type !== "word") return undefined;
  const named = HAS_REFERENCE.test(token.text) ? wordReference(token.text) : undefined;
  if (named !== undefined)
    return { reference: named, next: at + 1, isBareNumber: PADDED.test(token.text) };
  if (PREFIX_WORDS.has(token.key)) {
    const number = numberAfter(tokens, at + 1);
    if (number !== undefined) return { reference: { text: number.text }, next: number.next };
  }
  if (!expectsReference || !NUMBER.test(token.text) || !endsThere(tokens[at + 1])) return undefined;
  return { reference: { text: token.text }, next: at + 1, isBareNumber: true };
}

/** A text that stands where a reference is expected, taken as a title. */
export function titleOf(text: string): string {
  return text.slice(0, LONGEST_TITLE).replaceAll(/[*~`]/g, "").trim();
}

function wordReference(word: string): Reference | undefined {
  if (DATE.test(word)) return undefined;
  if (ID.test(word) || PADDED.test(word)) return { text: word };
  const number = PREFIXED.exec(word)?.groups?.["number"];
  return number === undefined ? fileReference(word) : { text: number };
}

/** The record's name in a path or address. */
function fileReference(path: string): Reference | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const [address = ""] = path.split(/[?#]/, 1);
  const name = decodeUri(address.split("/").findLast((part) => part !== "") ?? "");
  const file = MARKDOWN_FILE.exec(name)?.groups?.["name"];
  const text = file ?? (NUMBERED_FILE.test(name) && !DATE.test(name) ? name : undefined);
  if (text === undefined) return undefined;
  return path.includes("://") ? { text, exact: true } : { text };
}

function labelled(label: string, at: number, orTitle: boolean): FoundReference | undefined {
  const named = labelReference(label);
  if (named !== undefined) return { reference: { text: named }, next: at + 1 };
  const text = orTitle ? titleOf(label) : "";
  return text === "" ? undefined : { reference: { text }, next: at + 1, isTitle: true };
}

/** The number at the beginning of a label; a later number belongs to the title. */
function labelReference(label: string): string | undefined {
  const whole = LABEL_FILE.exec(label)?.groups?.["name"];
  return (
    (whole === undefined ? undefined : wordReference(whole)?.text) ??
    LABEL_NUMBER.exec(label)?.groups?.["number"]
  );
}

function numberAfter(tokens: readonly Token[], at: number) {
  for (let next = at; next < at + 3; next += 1) {
    const token = tokens[next];
    if (token?.type !== "word" && token?.type !== "mark") return undefined;
    if (NUMBER.test(token.text)) return { text: token.text, next: next + 1 };
    if (![":", "#", "-", ".", "no"].includes(token.key)) return undefined;
  }
  return undefined;
}

/** A number before a word counts things: "3 earlier decisions". */
function endsThere(next: Token | undefined): boolean {
  return (
    next?.type !== "word" ||
    /^(?:and|or|und|oder|et|ou|y|e|en|amends|supersedes|replaces)$/i.test(next.text)
  );
}

function decodeUri(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // A stray percent sign: the text as it stands is the name.
    return href;
  }
}
