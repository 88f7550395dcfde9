const NUMBERING =
  /^(?:\[?(?:ADR|MADR|DR|Decision(?: record)?)[\s#:_-]{0,9}\d{0,9}\]?[\s.:–—-]+|#?\d+[\s.:)–—-]+)/i;
const STATUS_WORD =
  /^[\s*_`]{0,9}(?:status\s{0,9}:\s{0,9})?(?:(?:partly|partially|in part)\s{1,9})?(?:supersede[ds]|supercede[ds]|replace[ds]|obsolete[ds]?|amend(?:ed|s)|deprecated|rejected|withdrawn|accepted|proposed|draft)(?![\p{L}\p{N}_-])(?<after>.{0,40})/isu;
/** "(deprecated APIs)" is a part of the title; "(deprecated since May)" and "(replaces ADR-3)" are not. */
const ENDS_REMARK =
  /^\s{0,9}(?:$|[,;:.()\]}[{*_`–—-]|(?:by|on|in|since|with|partly|partially|the ADR)\b|\d|#|ADR)/i;
const OPENING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
const DASHES = new Set("–—-");
const EMPHASIS = new Set("*_`");
const LONGEST_REMARK = 200;
/** No title: it is kept as it is. */
const LONGEST_HEADING = 2_000;

type RecordHeading = {
  /** Without number, emphasis and remarks. */
  title: string;
  /** The status that it states; the title itself may be about accepting or replacing something. */
  remark: string;
};

export function readHeading(heading: string): RecordHeading {
  if (heading.length > LONGEST_HEADING) return { title: heading.trim(), remark: "" };
  const bare = heading.replaceAll("~~", "").trim();
  const end = remarkStart(bare) ?? bare.length;
  const plain = withoutEmphasis(bare.slice(0, end)).trim();
  const prefix = statusPrefix(plain);
  const text = plain.slice(prefix.length);
  const struck = heading.includes("~~") ? " deprecated" : "";
  return {
    title: text.replace(NUMBERING, "").trim() || text,
    remark: `${prefix} ${bare.slice(end)}${struck}`,
  };
}

/** Where a bracket at the end, or the part after a dash, tells the status. */
function remarkStart(text: string): number | undefined {
  const open = openingOfLastBracket(text);
  if (open !== undefined && isRemark(text, open + 1)) return open;
  for (let at = 1; at < text.length - 1; at += 1)
    if (isDash(text, at) && isRemark(text, at + 1) && !hasDash(text, at + 1)) return at;
  return undefined;
}

function isDash(text: string, at: number): boolean {
  return DASHES.has(text.charAt(at)) && isLonely(text, at);
}

/** A status between two dashes is a part of the title. */
function hasDash(text: string, from: number): boolean {
  for (let at = from; at < Math.min(text.length, from + LONGEST_REMARK); at += 1)
    if (isDash(text, at)) return true;
  return false;
}

function isRemark(text: string, from: number): boolean {
  const after = STATUS_WORD.exec(text.slice(from, from + LONGEST_REMARK))?.groups?.["after"];
  return after !== undefined && ENDS_REMARK.test(after);
}

function openingOfLastBracket(text: string): number | undefined {
  let last = text.length - 1;
  while (EMPHASIS.has(text.charAt(last))) last -= 1;
  if (OPENING[text.charAt(last)] === undefined) return undefined;
  let depth = 0;
  for (let at = last; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (OPENING[character] !== undefined) depth += 1;
    else if ("([{".includes(character)) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Marks in pairs around words go; those inside a word, as in snake_case, stay. */
function withoutEmphasis(text: string): string {
  const outer = new Map<string, number[]>();
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!EMPHASIS.has(character) || isLonely(text, at)) continue;
    if (isWord(text, at - 1) && isWord(text, at + 1)) continue;
    const places = outer.get(character) ?? [];
    places.push(at);
    outer.set(character, places);
  }
  const pairs = [...outer.values()].filter(({ length }) => length % 2 === 0);
  const removed = new Set(pairs.flat());
  return removed.size === 0
    ? text
    : Array.from({ length: text.length }, (_, at) => (removed.has(at) ? "" : text.charAt(at))).join(
        "",
      );
}

/** A mark with blanks on both sides emphasises nothing. */
function isLonely(text: string, at: number): boolean {
  return isBlank(text.charAt(at - 1)) && isBlank(text.charAt(at + 1));
}

function isBlank(character: string): boolean {
  return character === "" || character.trim() === "";
}

function isWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

const PREFIX =
  /^(?:#?\d+[\s.:)–—-]+)?(?:[[(](?:supersede[ds]|supercede[ds]|deprecated|obsolete|rejected|withdrawn|proposed|draft)\b[^\])]*[\])]\s*:?|(?:superseded|deprecated|rejected|draft)\s*:)\s*/i;

/** The status before the title of a heading, such as `[DEPRECATED]` or `Rejected:`; empty when there is none. */
function statusPrefix(heading: string): string {
  return PREFIX.exec(heading)?.[0] ?? "";
}
