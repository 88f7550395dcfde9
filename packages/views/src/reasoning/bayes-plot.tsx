import type { ReasoningProbabilisticOutput } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import { LineChart } from "../chart/line-chart.tsx";
import { percent } from "../format.ts";

type Props = {
  result: Pick<
    ReasoningProbabilisticOutput,
    "hypothesis" | "prior" | "posterior" | "update_steps"
  > & {
    entropy?: number;
  };
};

/** How each piece of evidence moved a probability. */
export function BayesPlot({
  result: { hypothesis, prior, posterior, entropy, update_steps },
}: Props) {
  const points = [
    { label: "prior", value: prior, tone: "muted" as const },
    ...update_steps.map((step, index) => ({
      label: String(index + 1),
      value: step.posterior,
      tone: step.posterior >= step.prior ? ("good" as const) : ("bad" as const),
      describe: `${index + 1}. ${step.evidence}: ${percent(step.posterior)}`,
    })),
  ];
  return (
    <section class="bayes">
      <h3>{hypothesis}</h3>
      <p class="lead">
        {percent(prior)} → <strong>{percent(posterior)}</strong>
        {entropy !== undefined && (
          <span class="soft"> · {entropy.toFixed(2)} bits of doubt left</span>
        )}
      </p>
      <LineChart
        label={`Probability of: ${hypothesis}`}
        points={points}
        domain={[0, 1]}
        format={percent}
      />
      <div class="scroll-x">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Evidence</th>
              <th scope="col" class="number">
                Ratio
              </th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                After
              </th>
              <th scope="col">Likelihoods</th>
            </tr>
          </thead>
          <tbody>
            {update_steps.map((step, index) => (
              <tr key={index}>
                <td class="number">{index + 1}</td>
                <td>{step.evidence}</td>
                <td class="number">{step.likelihood_ratio?.toFixed(2) ?? "∞"}</td>
                <td class="number">{percent(step.prior)}</td>
                <td class="number">{percent(step.posterior)}</td>
                <td>{step.likelihoods ?? "given"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
