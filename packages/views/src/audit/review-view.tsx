import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { diffLines } from "../diff/diff-lines.ts";
import { DiffView } from "../diff/diff-view.tsx";
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
        <span class="score" style={{ "--score": String(overall / 100) }}>
          {overall}
        </span>
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
            <meter max={100} low={50} high={85} optimum={100} value={score} aria-label={name} />
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
                {comment}
              </li>
            ))}
          </ul>
        </>
      )}
      {proposed_diff && (
        <>
          <h4>Proposed patch</h4>
          <DiffView patch={proposed_diff} comments={inline} commentsOn="old" />
          {onApply && isAboutFiles(proposed_diff) && (
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

/** Code that stands in a thought only has no file that could be changed. */
function isAboutFiles(patch: string): boolean {
  return /^\+\+\+ (?!"?b\/thought\/)/m.test(patch);
}
