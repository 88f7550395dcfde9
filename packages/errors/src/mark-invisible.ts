/**
 * Characters that a model reads and a person does not see: zero-width and bidirectional characters, fillers, tags,
 * variation selectors and the upper controls. The lower controls are data: JSON writes them as visible escapes. Text that
 * has none is left alone after one look.
 */
const SUSPECT =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/;
const DELETE = "\x7f";
const BYTE_ORDER_MARK = 0xfeff;
const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;
const KEYCAP = "\u20e3";
const BLACK_FLAG = "\u{1f3f4}";
/** A flag of a region, such as that of Scotland: a short name in tags, and the tag that ends it. */
const LONGEST_FLAG = 14;
const FLAG_TAGS = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;
const BEFORE_JOINED_PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e007f}]$/u;
/** Scripts whose spelling needs joiners inside words. */
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
const KEYCAP_BASE = /^[\d#*]$/;
const EMOJI = /^\p{Emoji}$/u;
const STANDARDISED_BASE = /^[\p{Ideographic}\p{Sm}\p{So}\p{Script=Myanmar}\p{Script=Phags_Pa}]$/u;
const IDEOGRAPH = /^\p{Ideographic}$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;

/**
 * Shows invisible characters as `⟨U+202E⟩`. They stay where writing needs them: joiners inside words of scripts that use
 * them and between emoji, variation selectors after a base, flags of regions, byte order marks where a line begins.
 */
export function markInvisible(text: string): string {
  return SUSPECT.test(text) ? markCharacters(text) : text;
}

/** The same for a JSON text, which stays one: these characters occur only inside its strings. */
export function markInvisibleInJson(json: string): string {
  const isAscii = Buffer.byteLength(json) === json.length;
  return isAscii && !json.includes(DELETE) ? json : markInvisible(json);
}

/** The same for every string and key of a value that can be JSON; the value itself when there is nothing to mark. */
export function markInvisibleInside<Value>(value: Value): Value {
  if (!hasSuspect(value)) return value;
  const json = JSON.stringify(value);
  const marked = markInvisibleInJson(json);
  return marked === json ? value : (JSON.parse(marked) as Value);
}

function hasSuspect(value: unknown): boolean {
  if (typeof value === "string") return SUSPECT.test(value);
  if (Array.isArray(value)) return value.some(hasSuspect);
  if (typeof value !== "object" || value === null) return false;
  for (const key in value)
    if (SUSPECT.test(key) || hasSuspect(value[key as keyof typeof value])) return true;
  return false;
}

function markCharacters(text: string): string {
  const parts: string[] = [];
  const suspect = new RegExp(SUSPECT, "g");
  /** Up to here everything is written. */
  let done = 0;
  let lastIsMark = false;
  for (let found = suspect.exec(text); found !== null; found = suspect.exec(text)) {
    const at = found.index;
    const code = text.codePointAt(at) as number;
    const next = at + (code > 0xffff ? 2 : 1);
    suspect.lastIndex = next;
    if (!isInvisible(code)) continue;
    const isAfterMark = lastIsMark && done === at;
    const flag = isTag(code) && !isAfterMark ? flagTags(text, at) : 0;
    if (flag > 0) {
      suspect.lastIndex = at + flag;
      continue;
    }
    if (code === BYTE_ORDER_MARK && beginsLine(text, at)) continue;
    if (
      mayBelong(code) &&
      !isAfterMark &&
      belongs(code, characterBefore(text, at), characterAt(text, next))
    )
      continue;
    parts.push(text.slice(done, at), mark(code));
    done = next;
    lastIsMark = true;
  }
  parts.push(text.slice(done));
  return parts.join("");
}

/** Whether a line begins here, in JSON and in a diff too: a patch of a file with such a mark must keep it. */
function beginsLine(text: string, at: number): boolean {
  const begins = (place: number) =>
    text[place - 1] === "\n" || (place >= 2 && text.startsWith("\\n", place - 2));
  return begins(at) || (/[ +-]/.test(text[at - 1] ?? "") && begins(at - 1));
}

/** The length of the tags that make a flag of the black one before them. */
function flagTags(text: string, at: number): number {
  if (!text.startsWith(BLACK_FLAG, at - BLACK_FLAG.length)) return 0;
  return FLAG_TAGS.exec(text.slice(at, at + LONGEST_FLAG))?.[0].length ?? 0;
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 2), at));
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

function isTag(code: number): boolean {
  return code >= 0xe0000 && code <= 0xe007f;
}

/** The test above goes by halves of characters: of those beyond the first plane only some are invisible. */
function isInvisible(code: number): boolean {
  if (code < 0x10000) return true;
  return (
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

/** Joiners and variation selectors; everything else is out of place everywhere. */
function mayBelong(code: number): boolean {
  return (
    code === ZERO_WIDTH_JOINER ||
    code === ZERO_WIDTH_NON_JOINER ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef) ||
    (code >= 0x180b && code <= 0x180f)
  );
}

function belongs(code: number, previous: string, next: string): boolean {
  if (code === ZERO_WIDTH_JOINER && BEFORE_JOINED_PICTURE.test(previous) && PICTURE.test(next))
    return true;
  if (code === ZERO_WIDTH_JOINER || code === ZERO_WIDTH_NON_JOINER)
    return [previous, next].every((one) => JOINING.test(one) && LETTER.test(one));
  if (code === 0xfe0e || code === 0xfe0f)
    return KEYCAP_BASE.test(previous)
      ? next === KEYCAP
      : EMOJI.test(previous) || STANDARDISED_BASE.test(previous);
  if (code >= 0xfe00 && code <= 0xfe0d) return STANDARDISED_BASE.test(previous);
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH.test(previous);
  const isMongolianSelector = (code >= 0x180b && code <= 0x180d) || code === 0x180f;
  return isMongolianSelector && MONGOLIAN.test(previous);
}

function mark(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
