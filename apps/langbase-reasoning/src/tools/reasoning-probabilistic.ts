import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningProbabilisticInput,
  ReasoningProbabilisticOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { entropyInBits } from "../domain/bayes.ts";
import { shortNumber } from "../domain/short-number.ts";
import { isFullyGiven, updateByEvidence } from "../domain/update-steps.ts";
import { decision, likelihoodTask } from "../prompts/decision.ts";
import { LikelihoodShape } from "../prompts/decision-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningProbabilistic = defineTool({
  name: "reasoning_probabilistic",
  title: "Bayes",
  description: "Update a probability by evidence.",
  toolset: "decide",
  hasView: true,
  input: ReasoningProbabilisticInput,
  output: ReasoningProbabilisticOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { hypothesis, prior, evidence, session_id } = input;
    const tool = "reasoning_probabilistic";
    const asks = !isFullyGiven(evidence) && (await model.isThere(call));
    const descriptions = evidence.map(({ description }) => description);
    const answer = asks
      ? await model.ask(call, {
          tool,
          input,
          pipe: decision,
          task: likelihoodTask(hypothesis, descriptions),
          shape: LikelihoodShape,
          line: await store.read((unit) => openLine(unit, session_id, "decision", pipes)),
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
    const sessionId = await store.write(async (unit) => {
      const session = await unit.sessions.enter(session_id, "probabilistic");
      const thought = await unit.thoughts.add(session, {
        content: `${hypothesis}\nThe probability moved from ${shortNumber(prior)} to ${shortNumber(posterior)}.`,
        confidence: posterior,
        mode: "probabilistic",
        metadata: result,
      });
      await answer?.record(unit, session.id, thought);
      return session.id;
    }, withinSession(session_id));

    return withNotes({ ...result, session_id: sessionId }, notes);
  },
});
