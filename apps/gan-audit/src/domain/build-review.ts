import type { GanReview, JudgeCard } from "@faculties/schemas/gan-audit/gan-review";
import type { Panel } from "./combine-judgements.ts";
import { CATEGORIES, type Finding, SEVERITIES } from "./finding.ts";
import { countLines, lineCount, type Material } from "./material.ts";

const MOST_COMMENTS = 200;
const MOST_NAMED = 10;

export type ReviewParts = {
  panel: Panel;
  material: Material;
  threshold: number;
  iterations: number;
  proposedDiff: string | null;
  /** Events besides the judging, in sentences. */
  notes: readonly string[];
};

/** The review of what the judges said. */
export function buildReview({
  panel,
  material,
  threshold,
  iterations,
  proposedDiff,
  notes,
}: ReviewParts): GanReview {
  const { overall, dimensions, findings, cards } = panel;
  const isWhole =
    panel.isWhole &&
    panel.unread.length === 0 &&
    !material.isCut &&
    material.shortfall !== "failed";
  const isJudged = isWhole && !findings.some(({ isUndecided }) => isUndecided);
  const verdict = verdictOf({ overall, findings, isWhole }, threshold);
  const shown = findings.slice(0, MOST_COMMENTS);
  const citations = [...citationsOf(shown, material), ...panel.citations];
  const hidden = findings.length - shown.length;
  const summary = summarise({
    verdict,
    findings,
    files: material.texts.length,
    lines: countLines(material),
    notes: [
      ...notes,
      ...cards.flatMap(incomplete),
      ...material.notes,
      ...unreadNote(panel.unread),
      ...(isJudged ? [] : ["not all of the code could be judged, so this is not a pass"]),
      ...(hidden > 0 ? [`${hidden} further findings are not listed`] : []),
    ],
  });
  return {
    overall: overall ?? 0,
    dimensions,
    verdict,
    review: { summary, inline: shown.map(commentOf), citations: [...new Set(citations)] },
    proposed_diff: proposedDiff,
    iterations,
    judge_cards: cards,
  };
}

/** An engine that failed is told where everybody reads it. */
const incomplete = ({ model, score, notes }: JudgeCard): string[] =>
  model === "internal" && score !== undefined && notes !== undefined
    ? [`incomplete: ${notes}`]
    : [];

function unreadNote(unread: readonly string[]): string[] {
  if (unread.length === 0) return [];
  const more = unread.length - MOST_NAMED;
  const named = unread.slice(0, MOST_NAMED).join(", ");
  return [`no judge could read ${named}${more > 0 ? ` and ${more} more` : ""}`];
}

const commentOf = ({ path, line, severity, category, message, rule }: Finding) => ({
  path,
  line,
  comment: `${severity} ${category}: ${message} [${rule}]`,
});

/** Where the findings stand, inside the texts that were audited. */
function citationsOf(findings: readonly Finding[], { texts }: Material): string[] {
  const last = new Map(texts.map(({ path, text }) => [path, Math.max(1, lineCount(text))]));
  return findings.map(({ path, line, endLine }) => {
    const end = Math.min(Math.max(line, endLine), last.get(path) ?? line);
    return `repo://${path}:${line}-${Math.max(line, end)}`;
  });
}

const REJECT_BELOW = 30;
// Scores have one decimal; less than that is what binary fractions make of a difference.
const ROUNDING = 1e-6;

/** Faults that no score makes up for: a critical fault of security, or code that does not parse. */
const isBlocking = ({ severity, category }: Finding): boolean =>
  category === "does-not-parse" || (severity === "critical" && CATEGORIES[category] === "security");

/** The facts that decide a verdict. */
type Grounds = {
  /** Undefined when no judge could give a score. */
  overall: number | undefined;
  findings: readonly Finding[];
  /** Whether all of the code was judged; the score of a part lets nothing pass. */
  isWhole: boolean;
};

export function verdictOf(
  { overall, findings, isWhole }: Grounds,
  threshold: number,
): GanReview["verdict"] {
  if (findings.some(isBlocking)) return "reject";
  if (overall === undefined) return "revise";
  if (overall < threshold - REJECT_BELOW - ROUNDING) return "reject";
  const isDecided = isWhole && !findings.some(({ isUndecided }) => isUndecided);
  return overall >= threshold && isDecided ? "pass" : "revise";
}

type SummaryParts = {
  verdict: GanReview["verdict"];
  findings: readonly Finding[];
  files: number;
  lines: number;
  notes: readonly string[];
};

const VERDICTS = { pass: "Pass", revise: "Revise", reject: "Reject" };

/** The text that a person reads first: the verdict, the findings, and the notes. */
function summarise({ verdict, findings, files, lines, notes }: SummaryParts): string {
  const where = `${count(files, "file")}, ${count(lines, "line")}`;
  const first =
    findings.length === 0
      ? `${VERDICTS[verdict]}: no findings in ${where}.`
      : `${VERDICTS[verdict]}: ${bySeverity(findings)} in ${where} (${categoriesOf(findings)}).`;
  return [first, sentences(notes)].join(" ").trimEnd();
}

function bySeverity(findings: readonly Finding[]): string {
  return SEVERITIES.map((severity) => ({
    severity,
    found: findings.filter((one) => one.severity === severity).length,
  }))
    .filter(({ found }) => found > 0)
    .map(({ severity, found }) => `${found} ${severity}`)
    .join(", ");
}

function categoriesOf(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { category } of findings) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([category, found]) => (found > 1 ? `${category} ×${found}` : category))
    .join(", ");
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Notes as people read them. */
export const sentences = (notes: readonly string[]): string => notes.map(sentence).join(" ");

function sentence(note: string): string {
  const capital = note.charAt(0).toUpperCase() + note.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
