import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { ConsensusPhases } from "@faculties/schemas/converse/consensus-phases";
import { dollars, duration, wholeNumber } from "../format.ts";
import { WordDifferences } from "../diff/word-differences.tsx";

type Props = {
  phases: ConsensusPhases;
  metadata?: ConsensusOutput["metadata"] | undefined;
};

/** The answers of several models, side by side: first answers, refinements and what changed between them. */
export function ConsensusView({ phases: { initial, refined, failed }, metadata }: Props) {
  const refinedBy = new Map(refined.map((answer) => [answer.model, answer]));
  return (
    <section class="consensus">
      {metadata && <Spent metadata={metadata} />}
      <div class="columns">
        {initial.map(({ model, response, metadata: figures }) => {
          const later = refinedBy.get(model);
          const { provider, input_tokens, output_tokens, response_time, cost_usd } = figures;
          return (
            <article class="card answer" key={model} aria-label={`Answer of ${model}`}>
              <header>
                <h3>{model}</h3>
                <span class="soft">{provider}</span>
              </header>
              <h4>First answer</h4>
              <p class="prose">{response}</p>
              {later?.refined_response !== undefined && later.refined_response !== null && (
                <>
                  <h4>After reading the others</h4>
                  <p class="prose">{later.refined_response}</p>
                  <details>
                    <summary>What changed</summary>
                    <WordDifferences before={response} after={later.refined_response} />
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
      <Cost usd={usage.cost_usd} />
    </p>
  );
}

function Cost({ usd }: { usd: number | undefined }) {
  return <span>{usd === undefined ? "price unknown" : dollars(usd)}</span>;
}
