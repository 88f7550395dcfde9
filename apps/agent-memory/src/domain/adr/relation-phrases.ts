import type { Token } from "./inline-tokens.ts";
import { isDate } from "./read-reference.ts";

/** The meaning of a verb form for the record that contains it. */
type VerbForm = {
  verb: "supersede" | "amend";
  /** `either`: "ersetzt" replaces, "ersetzt durch" is replaced. */
  form: "passive" | "active" | "infinitive" | "either";
  /** Counts only right before a reference, because it is a word of ordinary sentences as well. */
  isCommon?: true;
};

export type Phrase = {
  verb: VerbForm["verb"];
  /** "superseded by": this record is the older one. */
  isPassive: boolean;
  hasBy: boolean;
  isInfinitive: boolean;
  isCommon: boolean;
  isPartial: boolean;
  /** The token after the phrase. */
  next: number;
};

const FORMS = new Map<string, VerbForm>();
const learn = (words: string, form: VerbForm) => {
  for (const word of words.split(" ")) FORMS.set(word, form);
};
learn("superseded superceded replaced obsoleted", { verb: "supersede", form: "passive" });
learn("supersedes supercedes replaces obsoletes", { verb: "supersede", form: "active" });
learn("amended clarified", { verb: "amend", form: "passive" });
learn("amends clarifies", { verb: "amend", form: "active" });
learn("superseding superceding replacing obsoleting", {
  verb: "supersede",
  form: "active",
  isCommon: true,
});
learn("amending clarifying", { verb: "amend", form: "active", isCommon: true });
learn("supersede supercede replace", { verb: "supersede", form: "infinitive", isCommon: true });
learn("amend clarify", { verb: "amend", form: "infinitive", isCommon: true });
learn(
  "abgelöst remplacé remplacée sustituido sustituida reemplazado reemplazada substituído substituída sostituito sostituita vervangen",
  { verb: "supersede", form: "passive", isCommon: true },
);
learn("ersetzt", { verb: "supersede", form: "either", isCommon: true });
learn("remplace sustituye reemplaza substitui sostituisce vervangt", {
  verb: "supersede",
  form: "active",
  isCommon: true,
});
learn(
  "geändert modifié modifiée amendé amendée modificado modificada enmendado enmendada alterado alterada modificato modificata gewijzigd",
  { verb: "amend", form: "passive", isCommon: true },
);
learn("ergänzt", { verb: "amend", form: "either", isCommon: true });
learn("ändert modifie amende modifica enmienda altera wijzigt", {
  verb: "amend",
  form: "active",
  isCommon: true,
});

const BY = new Set("by with through durch von par por pelo pela da dal dalla door".split(" "));
const PARTLY = new Set(
  "partly partially teilweise partiellement parcialmente parzialmente gedeeltelijk".split(" "),
);
const BETWEEN = new Set([":", "-", "(", ")", ",", "on", "am", "le", "el"]);
const LONGEST_GAP = 6;

/** The phrase that begins with this token, such as "superseded in part by" or "amends". */
export function phraseAt(tokens: readonly Token[], at: number): Phrase | undefined {
  const first = tokens[at];
  if (first?.type !== "word" || !mayBegin(first.key)) return undefined;
  const before = partAfter(tokens, at);
  let verbAt = before ?? at;
  if (before !== undefined) {
    while (["by", ","].includes(keyOf(tokens[verbAt]))) verbAt += 1;
  }
  const [word = "", joined] = splitBy(keyOf(tokens[verbAt]));
  const found = FORMS.get(word);
  if (found === undefined || tokens[verbAt]?.type !== "word") return undefined;
  const { verb, form, isCommon = false } = found;
  const afterVerb = skipMarks(tokens, verbAt + 1, ["-"]);
  const partAfterVerb = partAfter(tokens, afterVerb);
  const byFrom = partAfterVerb ?? verbAt + 1;
  const by = joined
    ? byFrom
    : form === "passive" || form === "either"
      ? byAfter(tokens, byFrom)
      : undefined;
  const end = by ?? byFrom;
  const afterBy = partAfter(tokens, skipMarks(tokens, end, [":"]));
  return {
    verb,
    isPassive: form === "passive" || by !== undefined,
    hasBy: by !== undefined,
    isInfinitive: form === "infinitive",
    isCommon,
    isPartial: (before ?? partAfterVerb ?? afterBy) !== undefined,
    next: afterBy ?? end,
  };
}

/** A token's word in the spelling of the tables. */
export function keyOf(token: Token | undefined): string {
  return token?.type === "word" || token?.type === "mark" ? token.key : "";
}

function mayBegin(key: string): boolean {
  return FORMS.has(key) || key === "in" || PARTLY.has(key) || key.endsWith("by");
}

/** `superseded-by` and `superseded_by` are one word. */
function splitBy(text: string): [string, boolean] {
  return /[-_]by$/.test(text) ? [text.slice(0, -3), true] : [text, false];
}

/** The place after "partly" or "in part". */
function partAfter(tokens: readonly Token[], at: number): number | undefined {
  const word = keyOf(tokens[at]);
  if (PARTLY.has(word)) return at + 1;
  return word === "in" && keyOf(tokens[at + 1]) === "part" ? at + 2 : undefined;
}

/** The place after "by", which a date may precede: "superseded on 2024-01-02 by". */
function byAfter(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; at < from + LONGEST_GAP; at += 1) {
    const token = tokens[at];
    const text = keyOf(token);
    if (BY.has(text)) return at + 1;
    if (text === "in" && /^favou?r$/.test(keyOf(tokens[at + 1])) && keyOf(tokens[at + 2]) === "of")
      return at + 3;
    if (token?.type !== "line" && !BETWEEN.has(text) && !isDate(text)) return undefined;
  }
  return undefined;
}

function skipMarks(tokens: readonly Token[], from: number, marks: readonly string[]): number {
  let at = from;
  while (tokens[at]?.type === "line" || marks.includes(keyOf(tokens[at]))) at += 1;
  return at;
}
