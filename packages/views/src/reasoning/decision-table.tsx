import type { ReasoningMakeDecisionOutput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import { WeightRanges } from "./weight-ranges.tsx";

export type Decision = Omit<ReasoningMakeDecisionOutput, "session_id" | "notes">;

const METHODS = { weighted_sum: "Weighted sum", pairwise: "Pairwise (AHP)", topsis: "TOPSIS" };

/** A decision as a table of alternatives and criteria, with how far each weight may move. */
export function DecisionTable({ decision }: { decision: Decision }) {
  const { question, method, recommendation, rankings, trade_offs, scores, consistency_ratio } =
    decision;
  const { weight_ranges: ranges = [], stable, notes } = decision.sensitivity_analysis;
  const criteria =
    ranges.length > 0
      ? ranges.map(({ criterion }) => criterion)
      : Object.keys(Object.values(scores ?? {})[0] ?? {});
  const weightOf = new Map(ranges.map(({ criterion, weight }) => [criterion, weight]));
  return (
    <section class="decision">
      <h3>{question}</h3>
      <p class="lead">
        Recommended: <strong>{recommendation.alternative}</strong>
      </p>
      <p class="soft">{recommendation.rationale}</p>
      <div class="scroll-x">
        <table>
          <caption>{METHODS[method]}; every score from 0 to 1</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                #
              </th>
              <th scope="col">Alternative</th>
              {criteria.map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                  {weightOf.has(name) && (
                    <span class="soft"> {weightOf.get(name)?.toFixed(2)}</span>
                  )}
                </th>
              ))}
              <th scope="col" class="number">
                Overall
              </th>
            </tr>
          </thead>
          <tbody>
            {rankings.map(({ alternative, score, rank }) => (
              <tr key={alternative} class={rank === 1 ? "is-winner" : ""}>
                <td class="number">{rank}</td>
                <th scope="row">{alternative}</th>
                {criteria.map((name) => (
                  <ScoreCell key={name} score={scores?.[alternative]?.[name]} />
                ))}
                <ScoreCell score={score ?? undefined} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h4>
        Sensitivity{" "}
        <span class={`tag tone-${stable ? "good" : "warn"}`}>
          {stable ? "stable" : "sensitive"}
        </span>
      </h4>
      <p>{notes}</p>
      {ranges.length > 0 && <WeightRanges ranges={ranges} />}
      {consistency_ratio !== undefined && (
        <p class="soft">
          Consistency ratio of the pairwise judgements: {consistency_ratio.toFixed(3)}
        </p>
      )}
      {trade_offs.length > 0 && (
        <>
          <h4>Trade-offs</h4>
          <ul>
            {trade_offs.map(({ between, description }) => (
              <li key={between.join()}>{description}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ScoreCell({ score }: { score: number | undefined }) {
  if (score === undefined) return <td class="number">–</td>;
  return (
    <td class="number scored" style={{ "--score": String(score) }}>
      {score.toFixed(2)}
    </td>
  );
}
