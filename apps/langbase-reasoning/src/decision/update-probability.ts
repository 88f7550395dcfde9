import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningProbabilisticInput,
  ReasoningProbabilisticOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { Context } from "../context.ts";
import { entropyInBits, updateByEvidence } from "../domain/bayes.ts";
import { matchItems } from "../domain/match-items.ts";
import { shortNumber } from "../domain/numbers.ts";
import {
  checkNamedLikelihoods,
  hypothesesOf,
  isFullyGiven,
  weighEvidence,
} from "../domain/read-likelihoods.ts";
import { withNotes } from "../domain/with-notes.ts";
import { decision, LikelihoodShape, likelihoodTask } from "../pipes/decision.ts";
import { readBackground } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Updates a probability by Bayes' rule, with likelihoods of the caller or of a model. */
export async function updateProbability(
  { store, model }: Context,
  input: ReasoningProbabilisticInput,
  call: ToolCall,
): Promise<ReasoningProbabilisticOutput> {
  const { hypothesis, prior, evidence, session_id } = input;
  const { names, priors } = hypothesesOf(input);
  checkNamedLikelihoods(evidence, names);
  const hasRivals = input.rivals !== undefined && input.rivals.length > 0;
  const asks = !isFullyGiven(evidence, names) && (await model.isThere(call));
  const descriptions = evidence.map(({ description }) => description);
  const answer = asks
    ? await model.ask(call, {
        tool: "reasoning_probabilistic",
        input,
        pipe: decision,
        task: likelihoodTask(hasRivals ? names : [hypothesis], descriptions),
        shape: LikelihoodShape,
        history: await store.read((tx) => readBackground(tx, session_id)),
      })
    : undefined;
  const said = matchItems(answer?.data.likelihoods ?? [], descriptions);
  const { weighed, notes } = weighEvidence(evidence, names, said.matched);
  const { steps, posteriors, notes: doubts } = updateByEvidence(priors, weighed);
  const [posterior = 0] = posteriors;
  const result = {
    hypothesis,
    prior,
    posterior,
    entropy: Math.min(1, entropyInBits([posterior, 1 - posterior])),
    update_steps: steps,
    ...(hasRivals && { hypotheses: rankHypotheses(names, priors, posteriors) }),
  };
  const thought = {
    content: `${hypothesis}\nThe probability moved from ${shortNumber(prior)} to ${shortNumber(posterior)}.`,
    confidence: posterior,
    mode: "probabilistic",
    metadata: result,
  } as const;
  const { sessionId } = await recordThought(store, session_id, thought, answer);

  return withNotes({ ...result, session_id: sessionId }, [
    ...(answer?.notes ?? []),
    ...said.notes,
    ...notes,
    ...doubts,
  ]);
}

function rankHypotheses(
  names: readonly string[],
  priors: readonly number[],
  posteriors: readonly number[],
) {
  return names
    .map((hypothesis, index) => ({
      hypothesis,
      prior: priors[index] ?? 0,
      posterior: posteriors[index] ?? 0,
    }))
    .toSorted((left, right) => right.posterior - left.posterior);
}
