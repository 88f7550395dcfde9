import { inlineTokens, type LinkDefinitions, type Token } from "./inline-tokens.ts";
import { type Reference, referenceAt } from "./read-reference.ts";
import { namesRecord, readClause, type RelationClause } from "./relation-clause.ts";
import { conkeyOf, type PhraseContext } from "./relation-context.ts";
import { type Phrase, phraseAt, keyOf } from "./relation-phrases.ts";

export type RelationKind = "supersedes" | "superseded-by" | "amends" | "amended-by";

/** Another record that is named in this one: by file, number, id or title. */
export type Relation = { kind: RelationKind; reference: string; exact?: true };

export type StatedRelations = {
  relations: Relation[];
  /** Statements that may be relations and were not taken as such, as they are written. */
  unclear: string[];
  /** The whole record was replaced, whether or not the text names by what. */
  isSuperseded: boolean;
  /** The text without links and without what these statements say. */
  rest: string;
};

/** So many relations of one record are linked. */
export const MOST_RELATIONS = 100;

/** In a status every statement is about the record; in other text only those are that begin a line or say so. */
export type RelationPlace = "status" | "text";

/** Longer than any list of links that people write; the rest is reported as unread. */
const LONGEST_TEXT = 20_000;
const LONGEST_EXCERPT = 80;
const LONGEST_LABEL = 200;

/** Every "supersedes …", "superseded in part by …", "amended by …" of a text. Words inside links are never verbs. */
export function statedRelations(
  text: string,
  place: RelationPlace,
  definitions?: LinkDefinitions,
): StatedRelations {
  if (text.length <= LONGEST_TEXT) return new RelationReader(text, place, definitions).read();
  const stated = new RelationReader(text.slice(0, LONGEST_TEXT), place, definitions).read();
  stated.unclear.push(`${text.slice(LONGEST_TEXT, LONGEST_TEXT + 40)}…`);
  return stated;
}

class RelationReader {
  readonly #text: string;
  readonly #place: RelationPlace;
  readonly #tokens: readonly Token[];
  readonly #stated: StatedRelations = { relations: [], unclear: [], isSuperseded: false, rest: "" };
  readonly #rest: string[] = [];
  /** Where the last statement that was taken ended. */
  #taken = 0;

  constructor(text: string, place: RelationPlace, definitions?: LinkDefinitions) {
    this.#text = text;
    this.#place = place;
    this.#tokens = inlineTokens(text, definitions);
  }

  read(): StatedRelations {
    let at = 0;
    while (at < this.#tokens.length) at = this.#step(at);
    return { ...this.#stated, rest: this.#rest.join(" ") };
  }

  /** Reads one statement or one token, and returns the place after it. */
  #step(at: number): number {
    const phrase = phraseAt(this.#tokens, at);
    if (phrase === undefined || !this.#isStatement(at, phrase)) {
      this.#pass(this.#tokens[at]);
      return at + 1;
    }
    const context = conkeyOf(this.#tokens, at);
    if (phrase.isPassive && !phrase.hasBy && !this.#namesAfterMark(phrase.next)) {
      if (!context.isUncertain && context.subject !== "other") this.#noteSuperseded(phrase);
      return phrase.next;
    }
    const clause = readClause(this.#tokens, phrase.next, this.#text, this.#place === "status");
    const end = Math.max(clause.end, phrase.next);
    this.#take(phrase, context, clause, () => this.#excerpt(at, end));
    return end;
  }

  /** Common words count right before a record, an imperative only at the beginning of a line as well. */
  #isStatement(at: number, phrase: Phrase): boolean {
    if (phrase.isCommon) return namesRecord(this.#tokens, phrase.next);
    if (!phrase.isPassive || phrase.hasBy) return true;
    const next = this.#tokens[phrase.next];
    return next?.type !== "word" || /^(?:on|since|in|\d)/i.test(next.text);
  }

  #namesAfterMark(next: number): boolean {
    const isMarked = [":", "(", "-", "→", "–", "—", "|"].includes(keyOf(this.#tokens[next]));
    return isMarked && namesRecord(this.#tokens, next);
  }

  #take(
    phrase: Phrase,
    context: PhraseContext,
    clause: RelationClause,
    excerpt: () => string,
  ): void {
    const { references, title, isDoubtful } = clause;
    const isOwn = context.subjectAt === undefined || context.subjectAt < this.#taken;
    const isAboutOther = context.subject === "other" || !isOwn;
    if (isAboutOther && !phrase.isPassive && /^(?:this|it)\b/i.test(title)) {
      const subject = this.#referenceEndingAt(context.subjectAt ?? -1);
      if (subject !== undefined) this.#relate(inverse(kindOf(phrase, clause)), [subject]);
      if (phrase.verb === "supersede" && !phrase.isPartial && this.#place === "status")
        this.#stated.isSuperseded = true;
      return;
    }
    if (isAboutOther) return;
    const isAboutThis = phrase.isInfinitive
      ? this.#place === "status" && context.isFirst
      : this.#place === "status" || context.isFirst || context.subject === "this";
    const isTaken = isAboutThis && !context.isUncertain;
    if (!isTaken) {
      if (references.length > 0) this.#stated.unclear.push(excerpt());
      return;
    }
    this.#noteSuperseded(phrase);
    this.#relate(
      kindOf(phrase, clause),
      references.length > 0 ? references : titleReference(title),
    );
    if (isDoubtful || (references.length === 0 && title === ""))
      this.#stated.unclear.push(excerpt());
    this.#taken = clause.end;
  }

  #relate(kind: RelationKind, references: readonly Reference[]): void {
    for (const { text, exact } of references)
      this.#stated.relations.push({ kind, reference: text, ...(exact && { exact }) });
  }

  #noteSuperseded({ verb, isPassive, isPartial }: Phrase): void {
    if (isPassive && verb === "supersede" && !isPartial) this.#stated.isSuperseded = true;
  }

  /** A token that states nothing: brackets can hold a remark, and a link can have its statement as its text. */
  #pass(token: Token | undefined): void {
    if (token?.type === "word" || token?.type === "mark") this.#rest.push(token.text);
    if (token?.type === "group") this.#passGroup(token.label);
    if (token?.type === "link") this.#passLink(token);
  }

  #passGroup(label: string): void {
    const tokens = inlineTokens(label.slice(0, LONGEST_LABEL));
    const phrase = phraseAt(tokens, 0);
    if (phrase === undefined) {
      this.#rest.push(label);
      return;
    }
    const { relations, unclear, isSuperseded, rest } = statedRelations(
      label.slice(0, LONGEST_LABEL),
      this.#place,
    );
    this.#stated.relations.push(...relations);
    this.#stated.unclear.push(...unclear);
    this.#stated.isSuperseded ||= isSuperseded;
    this.#rest.push(rest);
  }

  /** `[Superseded by ADR-5](0005-x.md)`: the label is nothing but a statement, which no title is. */
  #passLink(link: Token & { type: "link" }): void {
    const label = inlineTokens(link.label.slice(0, LONGEST_LABEL));
    const phrase = phraseAt(label, 0);
    if (phrase === undefined || phrase.isCommon || (phrase.isPassive && !phrase.hasBy)) return;
    const named = referenceAt(label, phrase.next, true);
    if (named?.next !== label.length || named.isTitle === true) return;
    const address = referenceAt([link], 0, true);
    const reference =
      address === undefined || address.isTitle ? named.reference : address.reference;
    this.#noteSuperseded(phrase);
    this.#relate(kindOf(phrase, { isIndirect: false }), [reference]);
  }

  #referenceEndingAt(at: number): Reference | undefined {
    const found = referenceAt(this.#tokens, at, false) ?? referenceAt(this.#tokens, at - 1, false);
    return found?.reference;
  }

  #excerpt(from: number, end: number): string {
    const start = this.#tokens[from]?.start ?? 0;
    const text = this.#text.slice(start, this.#tokens[end - 1]?.end).slice(0, LONGEST_EXCERPT * 2);
    const line = text.replaceAll(/\s+/g, " ").trim();
    return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT - 1)}…` : line;
  }
}

function titleReference(title: string): Reference[] {
  return title === "" ? [] : [{ text: title }];
}

/** Superseding "the naming rules of ADR-3" leaves the rest of ADR-3 in force. */
function kindOf(phrase: Phrase, { isIndirect }: Pick<RelationClause, "isIndirect">): RelationKind {
  const amends = phrase.isPartial || phrase.verb === "amend" || (isIndirect && !phrase.isPassive);
  if (phrase.isPassive) return amends ? "amended-by" : "superseded-by";
  return amends ? "amends" : "supersedes";
}

function inverse(kind: RelationKind): RelationKind {
  if (kind === "supersedes") return "superseded-by";
  return kind === "amends" ? "amended-by" : kind;
}
