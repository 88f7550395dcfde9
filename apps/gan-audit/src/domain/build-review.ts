import type { GanReview, JudgeCard } from "@faculties/schemas/gan-audit/gan-review";
import type { Panel } from "./combine-judgements.ts";
import type { Finding } from "./finding.ts";
import { countLines, lineCount, type Material } from "./material.ts";
import { summarise } from "./summarise.ts";
import { verdictOf } from "./verdict-of.ts";

const MOST_COMMENTS = 200;
const MOST_NAMED = 10;

export type ReviewParts = {
  panel: Panel;
  material: Material;
  threshold: number;
  iterations: number;
  proposedDiff: string | null;
  /** What happened besides the judging, in sentences. */
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
