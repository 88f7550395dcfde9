/** A word as it was written, the parts of a compound, or the whole of one. */
export type Token = { text: string; kind: "word" | "acronym" | "whole" };

// Scripts written without spaces between words.
const UNSPACED =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu;
const COMPOUND = /[\p{L}\p{M}\p{N}\p{Co}]+(?:[-_./:\\@#+]+[\p{L}\p{M}\p{N}\p{Co}]+)*/gu;
const SEPARATORS = /[-_./:\\@#+]+/u;
const PATH_SEPARATORS = /[/:\\@#]+/u;
/** Between the words of camelCase, and between a word and its number. */
const INNER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{3})(?=\p{N})/u;
/** Not what people write who are used to other searches. */
const ACRONYM = /^(?!(?:AND|OR|NOT|NEAR)$)\p{Lu}{2,5}$/u;
const PREFIXED_VERSION = /^v(?=\d)/i;
const LEADING_ZEROS = /^0+(?=\d)/;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,64}$/i;
/** As much of a hash as people write. */
const SHORT_HASH = 7;
/** Stands between the parts of a compound, however it was written. No text that was typed has it. */
const JOIN = "\uE000";
/** No script grows as much when it is decomposed, but some signs stand for whole sentences. */
const LARGEST_GROWTH = 4;

/**
 * The words of a text in their order. `orders-shard-0137`, `handleEvent` and `v2.3.1` are found by their parts and as a whole;
 * numbers are compared without leading zeros.
 */
export function tokensOf(text: string, split: (characters: string[]) => string[]): Token[] {
  const plain = text.normalize("NFKC").slice(0, text.length * LARGEST_GROWTH);
  const spaced = plain.replace(UNSPACED, (run) => ` ${split([...run]).join(" ")} `);
  const hasLowerCase = /\p{Ll}/u.test(plain) || plain.length < 8;
  return (spaced.match(COMPOUND) ?? []).flatMap((run) => tokensOfRun(run, hasLowerCase));
}

function tokensOfRun(run: string, hasLowerCase: boolean): Token[] {
  const parts = partsOf(run);
  // `PostgreSQL` is found as `postgresql` too.
  const pieces = piecesOf(run).filter((piece) => !HASH.test(piece) && INNER.test(piece));
  const words = [...parts, ...pieces.map((piece) => piece.toLowerCase())].map((part): Token => {
    const kind = hasLowerCase && ACRONYM.test(part) ? "acronym" : "word";
    return { text: part.toLowerCase().replace(LEADING_ZEROS, ""), kind };
  });
  const wholes = new Set<string>();
  if (parts.length > 1) wholes.add(joined(parts));
  const steps = run.split(PATH_SEPARATORS).filter((step) => step !== "");
  if (steps.length > 1)
    for (const piece of steps) {
      const own = partsOf(piece);
      if (own.length > 1) wholes.add(joined(own));
    }
  if (HASH.test(run)) wholes.add(run.slice(0, SHORT_HASH).toLowerCase());
  return [...words, ...Array.from(wholes, (whole): Token => ({ text: whole, kind: "whole" }))];
}

function partsOf(run: string): string[] {
  if (HASH.test(run)) return [run];
  return piecesOf(run).flatMap((piece) => piece.split(INNER));
}

/** Between separators, and without the v of a version. */
function piecesOf(run: string): string[] {
  if (HASH.test(run)) return [run];
  const pieces = run.split(SEPARATORS).filter((piece) => piece !== "");
  return pieces.map((piece, place) => {
    const isVersion = place === 0 && pieces.length > 1 && PREFIXED_VERSION.test(piece);
    return isVersion ? piece.slice(1) : piece;
  });
}

function joined(parts: readonly string[]): string {
  return parts.map((part) => part.toLowerCase().replace(LEADING_ZEROS, "")).join(JOIN);
}
