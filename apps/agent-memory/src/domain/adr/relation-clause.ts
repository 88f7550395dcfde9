import type { Token } from "./inline-tokens.ts";
import { isDate, type Reference, referenceAt, titleOf } from "./read-reference.ts";
import { type Phrase, phraseAt, keyOf } from "./relation-phrases.ts";

/** The text after a phrase. */
export type RelationClause = {
  references: Reference[];
  /** Other words stand before the first reference: "the naming rules of ADR-3". */
  isIndirect: boolean;
  /** The rest of the line, when no reference was found. */
  title: string;
  /** Something that could be one more reference was left out. */
  isDoubtful: boolean;
  /** The token after the clause. */
  end: number;
};

const FILLERS = new Set(
  "the a an our new newer later adr adrs madr decision decisions record records number document in of from at to both following these dem der den die das le la les el los las il lo gli de het".split(
    " ",
  ),
);
const AND = new Set(["and", "or", "und", "oder", "et", "ou", "y", "e", "en"]);
const GOES_ON = new Set(
  "on in since respectively together which because for as from at with by".split(" "),
);
const LEADING = new Set([":", "(", "-", "|", "→", "–", "—", ">"]);
const BULLETS = new Set(["-", "+"]);
const FURTHEST = 8;
const FURTHEST_INDIRECT = 30;

/** True when nothing but small words stand between a phrase and the record that it names. */
export function namesRecord(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < from + FURTHEST; at += 1) {
    const found = referenceAt(tokens, at, tokens[at]?.type === "word");
    if (found !== undefined) return found.isTitle !== true;
    const text = keyOf(tokens[at]);
    if (tokens[at]?.type !== "line" && !LEADING.has(text) && !FILLERS.has(text)) return false;
  }
  return false;
}

/** True when a further statement begins here, and not a title that has a verb in it. */
function beginsStatement(tokens: readonly Token[], at: number, phrase: Phrase): boolean {
  const before = tokens[at - 1];
  const isFirst =
    before === undefined ||
    before.type === "line" ||
    before.type === "paragraph" ||
    [",", ";", ".", "(", "|", "and"].includes(keyOf(before)) ||
    (BULLETS.has(keyOf(before)) && tokens[at - 2]?.type !== "word");
  if (phrase.isInfinitive)
    return isFirst && keyOf(before) !== "and" && namesRecord(tokens, phrase.next);
  if (isFirst && !phrase.isCommon && (phrase.hasBy || !phrase.isPassive)) return true;
  return namesRecord(tokens, phrase.next);
}

/** Reads the records that a phrase names: one, or several in a list. */
export function readClause(
  tokens: readonly Token[],
  from: number,
  text: string,
  mayBeIndirect: boolean,
): RelationClause {
  const references: Reference[] = [];
  let link: "none" | "adjacent" | "explicit" = "adjacent";
  let isDirect = true;
  let isIndirect = false;
  let isDoubtful = false;
  let isStopped = false;
  let afterParagraph = false;
  let inBrackets = 0;
  let inList = false;
  let titleBetween = false;
  let at = from;
  let end = from;
  while (at < tokens.length && !isStopped) {
    const token = tokens[at] as Token;
    const isFirst = references.length === 0;
    if (isFirst && at - from > FURTHEST_INDIRECT) break;
    if (token.type === "paragraph") {
      if (!isFirst || !isDirect) break;
      afterParagraph = true;
    } else if (token.type === "line") {
      const continues = link === "explicit" || (inList && BULLETS.has(keyOf(tokens[at + 1])));
      if (!isFirst && !continues) break;
    } else if (token.type === "mark") {
      const before = tokens[at - 1]?.type;
      if (token.text === ")" && inBrackets === 0) break;
      if (token.text === ")") inBrackets -= 1;
      else if (token.text === "(" && !isFirst) inBrackets += 1;
      else if (BULLETS.has(token.text) && (before === "line" || before === "paragraph")) {
        link = isFirst || inList ? "explicit" : "none";
        inList ||= isFirst;
        titleBetween = false;
      } else if ([",", ";", "&", "/", "+"].includes(token.text)) {
        isStopped = isFirst && !isDirect;
        link = "explicit";
      } else if ([".", "!", "?"].includes(token.text)) {
        isStopped = isFirst && !isDirect;
        link = "none";
      } else if (!isFirst) link = "none";
    } else {
      const expects = isFirst ? isDirect : link !== "none" && !titleBetween;
      const found = referenceAt(tokens, at, expects);
      if (found !== undefined && inBrackets > 0) {
        at = found.next;
        continue;
      }
      if (found !== undefined) {
        const { reference, next, isBareNumber = false, isTitle = false } = found;
        const isAccepted = isFirst
          ? isDirect || (mayBeIndirect && !afterParagraph && !isBareNumber && !isTitle)
          : link !== "none" && !(titleBetween && (isBareNumber || isTitle));
        if (!isAccepted) break;
        if (!isFirst && beginsSentence(tokens[next])) {
          isDoubtful = true;
          break;
        }
        references.push(reference);
        isIndirect ||= !isDirect;
        link = "adjacent";
        titleBetween = false;
        at = next;
        end = next;
        continue;
      }
      const word = keyOf(token);
      const phrase = phraseAt(tokens, at);
      if (phrase !== undefined && beginsStatement(tokens, at, phrase)) break;
      if (AND.has(word) && !isFirst) link = "explicit";
      else if (!isDate(word)) {
        if (!isFirst) {
          link = "none";
          titleBetween = true;
        } else if (!FILLERS.has(word)) {
          isDirect = false;
          if (afterParagraph) break;
        }
      }
    }
    at += 1;
  }
  if (references.length > 0)
    return { references, isIndirect, title: "", isDoubtful, end: endOfTitle(tokens, end) };
  const lineEnd = endOfLine(tokens, from);
  const rest = text.slice(tokens[from]?.start ?? text.length, tokens[lineEnd]?.start);
  const title = titleOf(rest)
    .replace(/^[:\s]{1,9}/, "")
    .replace(/[.;,\s]{1,9}$/, "");
  return { references, isIndirect: false, title, isDoubtful: false, end: lineEnd };
}

/** "ADR-5, ADR-3 stays": a small word after a further reference makes it the subject of a sentence. */
function beginsSentence(next: Token | undefined): boolean {
  return (
    next?.type === "word" &&
    /^\p{Ll}/u.test(next.text) &&
    !AND.has(next.text) &&
    !GOES_ON.has(next.text)
  );
}

/** The words after a reference are its title, up to the next mark that ends one. */
function endOfTitle(tokens: readonly Token[], from: number): number {
  let at = from;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const text = keyOf(token);
    if (token.type === "line" || token.type === "paragraph") break;
    if ([",", ";", "(", ")"].includes(text) || AND.has(text)) break;
    const phrase = phraseAt(tokens, at);
    if (phrase !== undefined && beginsStatement(tokens, at, phrase)) break;
  }
  return at;
}

function endOfLine(tokens: readonly Token[], from: number): number {
  let at = from;
  let inBrackets = 0;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.type === "line" || token.type === "paragraph") break;
    const text = keyOf(token);
    if (text === "(") inBrackets += 1;
    if (text === ")" && (inBrackets -= 1) < 0) break;
    const phrase = phraseAt(tokens, at);
    if (phrase !== undefined && beginsStatement(tokens, at, phrase)) break;
  }
  return at;
}
