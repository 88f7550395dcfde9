import type { Episode } from "./episode.ts";
import type { Pattern } from "./reflect.ts";

export type Evidence = {
  support: readonly Episode[];
  against: readonly Episode[];
  notes: readonly Episode[];
  terms: readonly string[];
};

export type Weight = { confidence: number; strengths: string[]; objections: string[] };

const MINUTE_MS = 60_000;
// The 90 % quantile of the normal distribution: how sure the lower bound is.
const QUANTILE = 1.2816;

/**
 * Confidence is the lower bound (Wilson) of the share of episodes that support the pattern, so that few
 * episodes and contrary ones both lower it; a common subject and independent references raise it a little.
 */
export function weighEvidence(pattern: Pattern, evidence: Evidence): Weight {
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
