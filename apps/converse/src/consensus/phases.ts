import type { CodedError, Redactor } from "@faculties/errors";
import type {
  ConsensusPhases,
  FailedAnswer,
  InitialAnswer,
  RefinedAnswer,
} from "@faculties/schemas/converse/consensus-phases";
import type { ModelAnswer } from "../models/ask-model.ts";
import { errorPayload } from "../domain/error-payload.ts";
import { totalsOf, usd } from "../domain/usage-totals.ts";
import type { ParticipantOutcome, Participant } from "./find-participants.ts";

export type Rounds = {
  participants: readonly Participant[];
  initial: readonly ParticipantOutcome[];
  /** In the order of the first answers; empty when there was no second round. */
  refined: readonly ParticipantOutcome[];
};

/** Both rounds in the form of the contract. */
export function phasesOf(
  { participants, initial, refined }: Rounds,
  redact: Redactor,
): ConsensusPhases {
  const answers = initial.flatMap(({ answer }) => answer ?? []);
  const outcomes = [...initial];
  const failed = participants.flatMap((participant) => {
    if (participant.target === undefined) {
      return [failedAnswer(participant.name, participant.failure, redact)];
    }
    const outcome = outcomes.shift();
    return outcome === undefined || outcome.answer !== undefined
      ? []
      : [failedAnswer(outcome.target.model, outcome.failure, redact, outcome)];
  });
  return {
    initial: answers.map(initialAnswer),
    refined: refined.flatMap((outcome, index) => {
      const first = answers[index];
      return first === undefined ? [] : [refinedAnswer(first, outcome, redact)];
    }),
    failed,
  };
}

function initialAnswer(answer: ModelAnswer): InitialAnswer {
  const { target, text, inputTokens, outputTokens, durationMs, costUsd } = answer;
  return {
    model: target.model,
    status: "success",
    response: text,
    metadata: {
      provider: target.provider,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      response_time: durationMs,
      ...(costUsd !== undefined && { cost_usd: usd(costUsd) }),
    },
  };
}

function refinedAnswer(
  first: ModelAnswer,
  outcome: ParticipantOutcome,
  redact: Redactor,
): RefinedAnswer {
  const second = outcome.answer;
  const { input_tokens, output_tokens, cost_usd } = totalsOf(
    second === undefined ? [first] : [first, second],
  );
  const secondMs = outcome.answer?.durationMs ?? ("durationMs" in outcome ? outcome.durationMs : 0);
  return {
    model: first.target.model,
    status: second === undefined ? "failed" : "success",
    initial_response: first.text,
    refined_response: second?.text ?? null,
    ...(outcome.answer === undefined && { error: errorPayload(outcome.failure, redact).error }),
    metadata: {
      total_response_time: first.durationMs + secondMs,
      total_input_tokens: input_tokens,
      total_output_tokens: output_tokens,
      ...(cost_usd !== undefined && { total_cost_usd: cost_usd }),
    },
  };
}

function failedAnswer(
  model: string,
  failure: CodedError,
  redact: Redactor,
  outcome?: { durationMs: number; target: { provider: string } },
): FailedAnswer {
  return {
    ...errorPayload(failure, redact),
    model,
    status: "failed",
    ...(outcome !== undefined && {
      provider: outcome.target.provider,
      metadata: { response_time: outcome.durationMs },
    }),
  };
}
