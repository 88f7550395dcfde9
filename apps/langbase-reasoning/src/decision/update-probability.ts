import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningProbabilisticInput,
  ReasoningProbabilisticOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { Context } from "../context.ts";
import { entropyInBits, isFullyGiven, updateByEvidence } from "../domain/bayes.ts";
import { shortNumber } from "../domain/numbers.ts";
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
  const asks = !isFullyGiven(evidence) && (await model.isThere(call));
  const descriptions = evidence.map(({ description }) => description);
  const answer = asks
    ? await model.ask(call, {
        tool: "reasoning_probabilistic",
        input,
        pipe: decision,
        task: likelihoodTask(hypothesis, descriptions),
        shape: LikelihoodShape,
        history: await store.read((tx) => readBackground(tx, session_id)),
      })
    : undefined;
  const { steps, posterior, notes } = updateByEvidence(
    prior,
    evidence,
    answer?.data.likelihoods ?? [],
  );
  const result = {
    hypothesis,
    prior,
    posterior,
    entropy: entropyInBits(posterior),
    update_steps: steps,
  };
  const thought = {
    content: `${hypothesis}\nThe probability moved from ${shortNumber(prior)} to ${shortNumber(posterior)}.`,
    confidence: posterior,
    mode: "probabilistic",
    metadata: result,
  } as const;
  const { sessionId } = await recordThought(store, session_id, thought, answer);

  return withNotes({ ...result, session_id: sessionId }, notes);
}
