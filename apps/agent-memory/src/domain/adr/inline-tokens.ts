/** A piece of Markdown text. Everything inside a link or a group is one token, so that no word of a title counts. */
export type Token = { start: number; end: number } &
  /** `key` is the word in the spelling of the tables of words. */
  (
    | { type: "word" | "mark"; text: string; key: string }
    | { type: "link"; label: string; href: string }
    /** Brackets without an address, a code span or a quotation. */
    | { type: "group"; label: string }
    | { type: "line" }
    | { type: "paragraph" }
  );

/** Addresses by label, for links such as `[2. Use X][2]`. */
export type LinkDefinitions = ReadonlyMap<string, string>;

const NONE: LinkDefinitions = new Map();
const DEFINITION = /^ {0,3}\[(?<label>[^\]]{1,200})\]:[ \t]*<?(?<href>[^\s>]{1,1000})/;
const CLOSING: Record<string, string> = { '"': '"', "“": "”", "„": "“", "«": "»", "`": "`" };
const SEPARATORS = new Set('()[]{},;|!?→–—>"“”„«»');
/** Emphasis, which says nothing here. */
const IGNORED = new Set("*~`");
const LONGEST_KEY = 40;
const STANDALONE = new Set(["-", "+", "&", "/", "="]);

/** Cuts text into words, marks and links in one pass: brackets are matched once, and nothing is read twice. */
export function inlineTokens(text: string, definitions: LinkDefinitions = NONE): Token[] {
  const closing = matchBrackets(text);
  const nextOf = positionsOf(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const bracketed =
      character === "["
        ? readBrackets(text, at, closing, definitions)
        : readGroup(text, at, nextOf);
    if (bracketed !== undefined) {
      tokens.push(bracketed);
      at = bracketed.end;
    } else if (character === "<" && nextOf(">", at + 1) < nextOf("\n", at)) {
      const end = nextOf(">", at + 1);
      const inside = text.slice(at + 1, end);
      if (inside.includes("://"))
        tokens.push({ type: "link", label: "", href: inside, start: at, end: end + 1 });
      at = end + 1;
    } else if (isSpace(character)) at = readSpace(text, at, tokens);
    else if (IGNORED.has(character) || character === "\\" || character === "<") at += 1;
    else if (SEPARATORS.has(character) || isColon(text, at)) {
      tokens.push({ type: "mark", text: character, key: character, start: at, end: at + 1 });
      at += 1;
    } else at = readWord(text, at, tokens);
  }
  return tokens;
}

/** The `[label]: address` lines of a text. */
export function linkDefinitions(text: string): LinkDefinitions {
  const found = new Map<string, string>();
  if (!text.includes("]:")) return found;
  for (const line of text.split("\n")) {
    const { label, href } = line.includes("]:") ? (DEFINITION.exec(line)?.groups ?? {}) : {};
    if (label !== undefined && href !== undefined) found.set(foldLabel(label), href);
  }
  return found;
}

function foldLabel(label: string): string {
  return label.trim().toLowerCase();
}

/** The place of the bracket that closes each one that opens, within its paragraph. */
function matchBrackets(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  let open: { square: number[]; round: number[] } = { square: [], round: [] };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "\n" && text.charAt(at + 1) === "\n") open = { square: [], round: [] };
    else if (character === "[") open.square.push(at);
    else if (character === "(") open.round.push(at);
    else if (character === "]" || character === ")") {
      const begun = (character === "]" ? open.square : open.round).pop();
      if (begun !== undefined) closing.set(begun, at);
    }
  }
  return closing;
}

/** The next place of a character, asked for with growing positions: each character is looked for once. */
function positionsOf(text: string): (character: string, from: number) => number {
  const known = new Map<string, number>();
  return (character, from) => {
    const last = known.get(character);
    if (last !== undefined && last >= from) return last;
    const found = text.indexOf(character, from);
    const place = found === -1 ? Infinity : found;
    known.set(character, place);
    return place;
  };
}

function readBrackets(
  text: string,
  start: number,
  closing: ReadonlyMap<number, number>,
  definitions: LinkDefinitions,
): Token | undefined {
  const close = closing.get(start);
  if (close === undefined) return undefined;
  const label = text.slice(start + 1, close);
  const next = text.charAt(close + 1);
  const end = closing.get(close + 1);
  if (label.startsWith("[") && closing.get(start + 1) === close - 1) {
    const [name = ""] = label.slice(1, -1).split("|", 1);
    return { type: "link", label: name, href: "", start, end: close + 1 };
  }
  if (next === "(" && end !== undefined) {
    const [href = ""] = text
      .slice(close + 2, Math.min(end, close + 1_002))
      .trimStart()
      .split(/\s/, 1);
    return {
      type: "link",
      label,
      href: href.replace(/^</, "").replace(/>$/, ""),
      start,
      end: end + 1,
    };
  }
  if (next === "[" && end !== undefined) {
    const named = text.slice(close + 2, end) || label;
    const href = definitions.get(foldLabel(named)) ?? "";
    return { type: "link", label, href, start, end: end + 1 };
  }
  const href = definitions.get(foldLabel(label));
  return href === undefined
    ? { type: "group", label, start, end: close + 1 }
    : { type: "link", label, href, start, end: close + 1 };
}

function readGroup(
  text: string,
  start: number,
  nextOf: (character: string, from: number) => number,
): Token | undefined {
  const closing = CLOSING[text.charAt(start)];
  if (closing === undefined) return undefined;
  const end = nextOf(closing, start + 1);
  // A quotation ends in its line; "" and two of three backticks hold nothing.
  if (end === Infinity || end === start + 1 || nextOf("\n", start) < end) return undefined;
  return { type: "group", label: text.slice(start + 1, end), start, end: end + 1 };
}

function readSpace(text: string, start: number, tokens: Token[]): number {
  let end = start;
  let lines = 0;
  while (end < text.length && isSpace(text.charAt(end))) {
    if (text.charAt(end) === "\n") lines += 1;
    end += 1;
  }
  if (lines > 0) tokens.push({ type: lines > 1 ? "paragraph" : "line", start, end });
  return end;
}

function readWord(text: string, start: number, tokens: Token[]): number {
  let end = start;
  while (end < text.length && !endsWord(text, end)) end += 1;
  let last = end;
  // A full stop ends a sentence, within a word it is a part of it.
  while (last > start && ".'’".includes(text.charAt(last - 1))) last -= 1;
  const word = text
    .slice(start, last)
    .replace(/^[_'‘]{1,3}/, "")
    .replace(/_{1,3}$/, "");
  if (STANDALONE.has(word)) tokens.push({ type: "mark", text: word, key: word, start, end: last });
  else if (word !== "")
    tokens.push({ type: "word", text: word, key: keyOf(word), start, end: last });
  if (text.slice(last, end).includes("."))
    tokens.push({ type: "mark", text: ".", key: ".", start: last, end });
  return end;
}

function keyOf(word: string): string {
  return word.length > LONGEST_KEY ? "" : word.normalize("NFC").toLowerCase();
}

function endsWord(text: string, at: number): boolean {
  const character = text.charAt(at);
  return (
    isSpace(character) ||
    SEPARATORS.has(character) ||
    IGNORED.has(character) ||
    character === "<" ||
    isColon(text, at)
  );
}

function isSpace(character: string): boolean {
  return character <= " " || (character > "~" && character.trim() === "");
}

/** A colon, unless it is that of an address. */
function isColon(text: string, at: number): boolean {
  return text.charAt(at) === ":" && !text.startsWith("://", at);
}
