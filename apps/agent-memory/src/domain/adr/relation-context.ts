import type { Token } from "./inline-tokens.ts";
import { referenceAt } from "./read-reference.ts";
import { keyOf } from "./relation-phrases.ts";

/** The subject of a phrase, told by the words before it. */
export type PhraseContext = {
  /** It begins its line or cell. */
  isFirst: boolean;
  subject: "this" | "other" | "unknown";
  /** The record that the phrase is about, when that is another one. */
  subjectAt?: number | undefined;
  /** "not superseded by", "until it is replaced by". */
  isUncertain: boolean;
};

const FURTHEST = 8;
const AUXILIARY = new Set(
  "has have had been being is was were are be now also fully completely entirely wholly thereby therefore hereby then later since already which that and or it's wird wurde ist est été es fue foi è stato is".split(
    " ",
  ),
);
const CONNECTING = new Set(["and", "or", "then", "also"]);
const NAMES_THIS = new Set(
  "this it adr decision record document proposal one entry rfc diese dieses dieser entscheidung cette ce décision esta este decisión decisão questa decisione deze besluit".split(
    " ",
  ),
);
const THIS = new Set("this it diese dieses dieser cette ce esta este questa deze".split(" "));
const UNCERTAIN = new Set(
  "not never cannot no nor neither without unless until if when once will would may might could should shall can nicht kein pas no não non niet".split(
    " ",
  ),
);
const OPENING = new Set(["|", ">", "-", "+", "(", "[", "→"]);

/** Reads back from a phrase, at most to the beginning of its sentence. */
export function conkeyOf(tokens: readonly Token[], phraseAt: number): PhraseContext {
  let isFirst = true;
  let isUncertain = false;
  let subject: PhraseContext["subject"] = "unknown";
  let subjectAt: number | undefined;
  let isAdjacent = true;
  let hasAuxiliary = false;
  for (let at = phraseAt - 1; at >= Math.max(0, phraseAt - FURTHEST); at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.type === "line" || token.type === "paragraph") break;
    const text = keyOf(token);
    if (token.type === "mark") {
      const isRemark = text === "(" && at === phraseAt - 1;
      if (isRemark && isReference(tokens, at - 1)) return about(at - 1);
      if (OPENING.has(text) || [",", ";", ":", ".", "!", "?", ")", "–", "—"].includes(text)) {
        if (!OPENING.has(text)) isFirst = false;
        break;
      }
      continue;
    }
    isFirst = false;
    if (UNCERTAIN.has(text) || text.endsWith("n't") || text.endsWith("n’t")) isUncertain = true;
    if (text === "to" && keyOf(tokens[at + 1]) === "be") isUncertain = true;
    if (!isAdjacent) continue;
    if (AUXILIARY.has(text)) hasAuxiliary ||= !CONNECTING.has(text);
    else if (NAMES_THIS.has(text)) {
      if (THIS.has(text)) subject = "this";
      isAdjacent = !THIS.has(text);
    } else {
      isAdjacent = false;
      if (isReference(tokens, at) && hasAuxiliary) {
        subject = "other";
        subjectAt = at;
      } else if (isReference(tokens, at)) subjectAt = at;
    }
  }
  return { isFirst, isUncertain, subject, subjectAt };

  function about(at: number): PhraseContext {
    return { isFirst: false, isUncertain: false, subject: "other", subjectAt: at };
  }
}

function isReference(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.type === "link") return true;
  // "ADR 3" is two words, of which the number stands last.
  return (
    referenceAt(tokens, at, false) !== undefined ||
    (at > 0 && referenceAt(tokens, at - 1, false)?.next === at + 1)
  );
}
