import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { diffLines } from "../diff/diff-lines.ts";
import { DiffView } from "../diff/diff-view.tsx";
import type { Tone } from "../tone.ts";
import { FindingText } from "./finding-text.tsx";
import { VERDICT_TONES } from "./verdict-tones.ts";

type Props = {
  review: GanReview;
  /** The audited change as a unified diff, where there is one. */
  diff?: string | undefined;
  /** A button below a proposed patch of files; asking first is the caller's part. */
  onApply?: (() => void) | undefined;
};

/** A review: score, verdict, findings at their lines, the proposed patch. */
export function ReviewView({ review, diff, onApply }: Props) {
  const { overall, verdict, dimensions, iterations, judge_cards, proposed_diff } = review;
  const { summary, inline } = review.review;
  const shown = new Set(
    (diff === undefined ? [] : (diffLines(diff) ?? [])).flatMap(({ path, hunks }) =>
      hunks.flatMap(({ lines }) => lines.map(({ newLine }) => `${path}:${newLine}`)),
    ),
  );
  const elsewhere = inline.filter(({ path, line }) => !shown.has(`${path}:${line}`));
  return (
    <section class="review">
      <header class="review-head">
        <span class={`score tone-${VERDICT_TONES[verdict]}`}>{overall}</span>
        <span class={`tag tone-${VERDICT_TONES[verdict]}`}>{verdict}</span>
        <span class="soft">
          {inline.length} finding{inline.length === 1 ? "" : "s"} · {iterations} iteration
          {iterations === 1 ? "" : "s"}
        </span>
      </header>
      <p class="prose">{summary}</p>
      <ul class="dimensions">
        {dimensions.map(({ name, score }) => (
          <li key={name}>
            <span>{name}</span>
            <span class="dimension-bar" aria-hidden="true">
              <span class={`tone-${toneOfScore(score)}`} style={{ width: `${score}%` }} />
            </span>
            <span class="number">{score}</span>
          </li>
        ))}
      </ul>
      {diff !== undefined && (
        <>
          <h4>Audited change</h4>
          <DiffView patch={diff} comments={inline} />
        </>
      )}
      {elsewhere.length > 0 && (
        <>
          <h4>Findings</h4>
          <ul class="findings">
            {elsewhere.map(({ path, line, comment }) => (
              <li key={`${path}:${line}:${comment}`}>
                <code>
                  {path}:{line}
                </code>{" "}
                <FindingText comment={comment} />
              </li>
            ))}
          </ul>
        </>
      )}
      {proposed_diff && (
        <>
          <h4>{wasApplied(summary) ? "Applied patch" : "Proposed patch"}</h4>
          <DiffView patch={proposed_diff} comments={inline} commentsOn="old" />
          {wasApplied(summary) && (
            <p class="note tone-good">
              This patch has been applied; the lines above are from before.
            </p>
          )}
          {onApply && !wasApplied(summary) && isAboutFiles(proposed_diff) && (
            <button type="button" onClick={onApply}>
              Apply this patch…
            </button>
          )}
        </>
      )}
      <details>
        <summary>Judges</summary>
        <ul>
          {judge_cards.map(({ model, score, notes }) => (
            <li key={model}>
              {model}: {score ?? "no score"}{" "}
              {notes !== undefined && <span class="soft">{notes}</span>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const toneOfScore = (score: number): Tone => (score < 50 ? "bad" : score < 85 ? "warn" : "good");

/** The review says which files its fixes were written to. */
function wasApplied(summary: string): boolean {
  return /\bfixes were applied to /i.test(summary);
}

/** Code that stands in a thought only has no file that could be changed. */
function isAboutFiles(patch: string): boolean {
  return /^\+\+\+ (?!"?b\/thought\/)/m.test(patch);
}
