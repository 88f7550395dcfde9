import type { Conclusion } from "@faculties/schemas/converse/conclusion";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { ConsensusPhases } from "@faculties/schemas/converse/consensus-phases";
import { dollars, duration, wholeNumber } from "../format.ts";
import { SentenceDifferences } from "../diff/sentence-differences.tsx";
import { Markdown } from "../text/markdown.tsx";

type Props = {
  phases: ConsensusPhases;
  conclusion?: Conclusion | undefined;
  metadata?: ConsensusOutput["metadata"] | undefined;
};

/** The answers of several models, side by side: first answers, refinements and what changed between them. */
export function ConsensusView({ phases, conclusion, metadata }: Props) {
  const { initial, refined, failed } = phases;
  const refinedBy = new Map(refined.map((answer) => [keyOf(answer), answer]));
  return (
    <section class="consensus">
      {metadata && <Spent metadata={metadata} />}
      {conclusion && <Verdict conclusion={conclusion} />}
      <div class="columns">
        {initial.map((first) => {
          const { response, metadata: figures } = first;
          const key = keyOf(first);
          const later = refinedBy.get(key);
          const { provider, input_tokens, output_tokens, response_time, cost_usd } = figures;
          return (
            <article class="card answer" key={key} aria-label={`Answer of ${key}`}>
              <header>
                <h3>{key}</h3>
                <span class="soft">{provider}</span>
              </header>
              <h4>First answer</h4>
              <Markdown text={response} />
              {later?.refined_response !== undefined && later.refined_response !== null && (
                <>
                  <h4>After reading the others</h4>
                  <Markdown text={later.refined_response} />
                  <details>
                    <summary>What changed</summary>
                    <SentenceDifferences before={response} after={later.refined_response} />
                  </details>
                </>
              )}
              {later?.error !== undefined && (
                <p class="tone-warn note">No refinement: {later.error}</p>
              )}
              <footer class="figures">
                <span>{wholeNumber(later?.metadata.total_input_tokens ?? input_tokens)} in</span>
                <span>{wholeNumber(later?.metadata.total_output_tokens ?? output_tokens)} out</span>
                <span>{duration(later?.metadata.total_response_time ?? response_time)}</span>
                <Cost usd={later?.metadata.total_cost_usd ?? cost_usd} />
              </footer>
            </article>
          );
        })}
        {failed.map(({ model, error, code }) => (
          <article class="card answer" key={model} aria-label={`Failure of ${model}`}>
            <header>
              <h3>{model}</h3>
              <span class="tag tone-bad">{code}</span>
            </header>
            <p class="prose">{error}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

/** Answers of one model are told apart by their side and their number. */
function keyOf({
  model,
  stance,
  sample,
}: ConsensusPhases["initial"][number] | ConsensusPhases["refined"][number]) {
  return [model, stance, sample && `#${sample}`].filter(Boolean).join(" ");
}

function Verdict({ conclusion }: { conclusion: Conclusion }) {
  const { synthesis, agreed, disputed, ranking, dissent, confidence, judge } = conclusion;
  return (
    <article class="card answer" aria-label="Conclusion">
      <header>
        <h3>Conclusion</h3>
        <span class="soft">
          by {judge.model}, {Math.round(confidence * 100)} % sure
        </span>
      </header>
      <p class="prose">{synthesis}</p>
      {agreed.length > 0 && <Points title="Agreed" points={agreed} />}
      {disputed.length > 0 && (
        <Points
          title="Disputed"
          points={disputed.map(
            ({ point, positions }) =>
              `${point}: ${positions.map(({ models, position }) => `${position} (${models.join(", ")})`).join("; ")}`,
          )}
        />
      )}
      {ranking.length > 0 && <p class="soft">Best answers first: {ranking.join(", ")}</p>}
      {dissent !== undefined && <p class="tone-warn note">Dissent: {dissent}</p>}
    </article>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}

function Spent({
  metadata: { usage, response_time_ms },
}: {
  metadata: NonNullable<Props["metadata"]>;
}) {
  return (
    <p class="figures">
      <span>{wholeNumber(usage.input_tokens)} tokens in</span>
      <span>{wholeNumber(usage.output_tokens)} tokens out</span>
      <span>{duration(response_time_ms)}</span>
      {usage.cost_usd === undefined && <span>price unknown</span>}
      <Cost usd={usage.cost_usd} />
    </p>
  );
}

function Cost({ usd }: { usd: number | undefined }) {
  return usd === undefined ? null : <span>{dollars(usd)}</span>;
}
