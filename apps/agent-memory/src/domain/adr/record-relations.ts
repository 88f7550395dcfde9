export type RelationKind = "supersedes" | "superseded-by" | "amends" | "amended-by";

/** Another record that is named in this one: by file, by number, or by id. */
export type Relation = { kind: RelationKind; reference: string };

const PHRASE =
  /(?:\b(?<before>partly|partially|in part)[\s,]*(?:by\s+)?)?\b(?<verb>supersed|superced|replac|obsolet|amend|clarif)(?<form>ed|es|s|ied|ies|e|ing)?\b(?:[\s-]*(?<after>in part|partly|partially))?(?<by>[\s:*_-]*(?:(?:on\s+|\()?\d{4}-\d{2}-\d{2}[\s):,]*)?\bby\b)?(?<then>[\s:]*(?:in part|partly|partially)\b)?/gi;
const LINK = /\[(?<label>[^\]]*)\]\((?<href>[^)\s]*)[^)]*\)|\[\[(?<wiki>[^\]|]+)[^\]]*\]\]/g;
const DATE = /\b\d{4}-\d{2}-\d{2}\b(?!-)/g;
const ID = /\bdec_[\w-]+/;
const FILE = /\b\d{3,}-[\p{L}\p{N}][\p{L}\p{N}_-]*/u;
const NUMBER =
  /(?:\b(?:ADRs?|MADR|PEP|RFC|DR|decision|record)\b|#|\bno\.?)[\s:#_-]*(?<number>\d{1,5})\b|\b(?<padded>0\d{2,4}|\d{3,4})\b/gi;
const CONTINUED = /^[\s,&]*(?:and|or|und|et|,|&)?[\s,&]*(?<number>\d{1,5})\b/i;

/** Every "supersedes …", "superseded in part by …", "amended by …" of a text, with what it refers to. */
export function recordRelations(text: string): Relation[] {
  const phrases = [...text.matchAll(PHRASE)];
  return phrases.flatMap((phrase, index) => {
    const start = phrase.index + phrase[0].length;
    const clause = text.slice(start, phrases[index + 1]?.index ?? text.length);
    const kind = relationKind(phrase.groups ?? {});
    return kind === undefined ? [] : references(clause).map((reference) => ({ kind, reference }));
  });
}

/** True when the text says that the whole record was replaced, whether or not it names by what. */
export function saysSuperseded(text: string): boolean {
  return [...text.matchAll(PHRASE)].some(({ groups = {} }) => {
    const verb = groups["verb"]?.toLowerCase() ?? "";
    const passive = /^(?:ed|ied)$/i.test(groups["form"] ?? "");
    return passive && !isPartial(groups) && !/^(?:amend|clarif)$/.test(verb);
  });
}

function relationKind(groups: Record<string, string | undefined>): RelationKind | undefined {
  const passive = groups["by"] !== undefined;
  const participle = /^(?:ed|ied)$/i.test(groups["form"] ?? "");
  if (participle && !passive && groups["before"] === undefined) return undefined;
  const amends = isPartial(groups) || /^(?:amend|clarif)$/i.test(groups["verb"] ?? "");
  if (passive || participle) return amends ? "amended-by" : "superseded-by";
  return amends ? "amends" : "supersedes";
}

function isPartial({ before, after, then }: Record<string, string | undefined>): boolean {
  return (before ?? after ?? then) !== undefined;
}

/** What a clause refers to: links first, and numbers or file names in what is left. */
export function references(clause: string): string[] {
  const found: string[] = [];
  const rest = clause.replaceAll(LINK, (whole, ...groups) => {
    const named = groups.at(-1) as Record<string, string | undefined>;
    const reference = linkReference(named);
    if (reference !== undefined) found.push(reference);
    return reference === undefined ? whole : " ";
  });
  return [...new Set([...found, ...plainReferences(rest.replaceAll(DATE, " "))])];
}

function linkReference({
  label = "",
  href = "",
  wiki,
}: Record<string, string | undefined>): string | undefined {
  if (wiki !== undefined) return wiki.trim();
  const file = /(?<name>[^/#?]+)\.md(?:[#?].*)?$/i.exec(decodeUri(href))?.groups?.["name"];
  return file ?? plainReferences(label)[0] ?? /^\s*(\d+)\b/.exec(label)?.[1];
}

function plainReferences(text: string): string[] {
  const id = ID.exec(text)?.[0];
  if (id !== undefined) return [id, ...plainReferences(text.replace(id, " "))];
  const file = FILE.exec(text)?.[0];
  if (file !== undefined) return [file, ...plainReferences(text.replace(file, " "))];
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const first = match.groups?.["number"] ?? match.groups?.["padded"];
    const after = text.slice(match.index + match[0].length);
    // "ADR 3 and 5": a further plain number counts only right after one that was named.
    const next = CONTINUED.exec(after)?.groups?.["number"];
    return [first, next].filter((number) => number !== undefined);
  });
}

function decodeUri(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // A stray percent sign: the text as it stands is the name.
    return href;
  }
}
