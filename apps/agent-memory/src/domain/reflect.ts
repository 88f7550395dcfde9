import { type DecisionText, shorten } from "./decision.ts";
import type { Episode } from "./episode.ts";

type Pattern = "failures" | "successes";

export type Reflection = DecisionText & {
  pattern: Pattern;
  evidence: string[];
  confidence: number;
  strengths: string[];
  objections: string[];
};

const FEWEST = 3;
const WINDOW_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * The proposals that the events of one target suggest: three failures in thirty days always suggest one, successes
 * only if at least three of them share a word.
 */
export function reflect(episodes: readonly Episode[]): Reflection[] {
  const newest = Math.max(...episodes.map(({ at }) => at));
  const recent = episodes.filter(({ at }) => newest - at <= WINDOW_MS);
  const failures = recent.filter(({ kind }) => kind === "error");
  const successes = recent.filter(({ kind }) => kind === "success");
  const notes = recent.filter(({ kind }) => kind === "note");
  const found: Reflection[] = [];
  if (failures.length >= FEWEST) found.push(conclude("failures", failures, successes, notes));
  const similar = alike(successes);
  if (similar.length >= FEWEST) found.push(conclude("successes", similar, failures, notes));
  return found;
}

/** The episodes that share the word which most of them have. */
function alike(episodes: readonly Episode[]): Episode[] {
  const summaries = episodes.map(({ summary }) => summary);
  const [term] = sharedTerms(summaries, FEWEST);
  if (term === undefined) return [];
  return episodes.filter(
    ({ summary }) => sharedTerms([summary], 1).length > 0 && has(summary, term),
  );
}

function has(summary: string, term: string): boolean {
  return summary.toLowerCase().includes(term);
}

function conclude(
  pattern: Pattern,
  support: readonly Episode[],
  against: readonly Episode[],
  notes: readonly Episode[],
): Reflection {
  const terms = sharedTerms(
    support.map(({ summary }) => summary),
    Math.max(2, Math.ceil(support.length / 2)),
  );
  return {
    pattern,
    ...draftText(pattern, support, terms),
    evidence: [...support, ...notes].map(({ id }) => id),
    ...weighEvidence(pattern, { support, against, notes, terms }),
  };
}

const QUOTED = 5;

/** The text of a proposal, made from the events. */
function draftText(
  pattern: Pattern,
  support: readonly Episode[],
  terms: readonly string[],
): DecisionText {
  const target = support.at(-1)?.target ?? "";
  const about = terms.length > 0 ? ` (${terms.slice(0, 3).join(", ")})` : "";
  const quotes = support.slice(-QUOTED).map(({ summary }) => `- ${shorten(summary, 200)}`);
  return pattern === "failures"
    ? {
        title: `Change the approach to ${target}: it keeps failing${about}`,
        target,
        rationale: `${support.length} failures were recorded for ${target}. The latest:\n${quotes.join("\n")}`,
        consequences: [`What leads to these failures in ${target} is no longer done as before.`],
      }
    : {
        title: `Keep the approach to ${target} that works${about}`,
        target,
        rationale: `${support.length} similar successes were recorded for ${target}. The latest:\n${quotes.join("\n")}`,
        consequences: [`Work on ${target} follows this approach unless a reason is given.`],
      };
}

type Evidence = {
  support: readonly Episode[];
  against: readonly Episode[];
  notes: readonly Episode[];
  terms: readonly string[];
};

type Weight = { confidence: number; strengths: string[]; objections: string[] };

const MINUTE_MS = 60_000;
// The 90 % quantile of the normal distribution.
const QUANTILE = 1.2816;

/**
 * Confidence is the lower bound (Wilson) of the share of episodes that support the pattern, so that few
 * episodes and contrary ones both lower it; a common subject and independent references raise it a little.
 */
function weighEvidence(pattern: Pattern, evidence: Evidence): Weight {
  const { support, against, notes, terms } = evidence;
  const contrary = pattern === "failures" ? "success" : "failure";
  const references = new Set(support.flatMap(({ reference }) => reference ?? []));
  const times = support.map(({ at }) => at);
  const spanMs = Math.max(...times) - Math.min(...times);
  const strengths = [`${support.length} ${pattern} in ${duration(spanMs)}`];
  const objections: string[] = [];
  if (terms.length > 0) strengths.push(`at least half of them mention ${terms.join(", ")}`);
  else objections.push("they have no telling word in common and may be unrelated");
  if (references.size > 1) strengths.push(`seen in ${references.size} different references`);
  else objections.push("no second independent reference confirms them");
  if (notes.length > 0) strengths.push(`${counted(notes.length, "note")} on the same target`);
  if (against.length > 0) {
    const speak = against.length === 1 ? "speaks" : "speak";
    objections.push(`${counted(against.length, contrary)} on the same target ${speak} against it`);
  }
  if (spanMs < 10 * MINUTE_MS) objections.push("all of them happened within ten minutes");
  const bonus = (terms.length > 0 ? 0.05 : 0) + (references.size > 1 ? 0.05 : 0);
  const share = lowerBound(support.length, support.length + against.length);
  return { confidence: round(Math.min(0.99, share + bonus)), strengths, objections };
}

function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun}${noun.endsWith("s") ? "es" : "s"}`;
}

function lowerBound(hits: number, all: number): number {
  const share = hits / all;
  const square = QUANTILE ** 2;
  const centre = share + square / (2 * all);
  const margin = QUANTILE * Math.sqrt((share * (1 - share)) / all + square / (4 * all ** 2));
  return (centre - margin) / (1 + square / all);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_-]{2,}/gu;
const MOST = 5;
// The beginning of an event says what it is about.
const LONGEST_BEGINNING = 1_000;
const COMMON = new Set(
  `about after again against all and any are because been before being but can could did does for from had
  has have how into its just more not now off once only our out over should since some than that the their
  them then there these they this those through too under until very was were what when where which while
  who why will with would you your add added fix fixed fixes feat chore failed fails failure error errors
  success succeeded succeeds works worked use used using`.split(/\s+/),
);

/** Uncommon words that occur in at least `least` of the texts, the most frequent first. */
function sharedTerms(texts: readonly string[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.slice(0, LONGEST_BEGINNING).toLowerCase().match(WORD) ?? []))
      if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= least)
    .toSorted(([left, more], [right, less]) => less - more || (left < right ? -1 : 1))
    .slice(0, MOST)
    .map(([word]) => word);
}
