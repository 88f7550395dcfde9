import type { CodedError, Redactor } from "@faculties/errors";
import type {
  ConsensusPhases,
  FailedAnswer,
  InitialAnswer,
  RefinedAnswer,
} from "@faculties/schemas/converse/consensus-phases";
import { ProviderError } from "@faculties/providers";
import type { ModelAnswer } from "../models/ask-model.ts";
import { errorPayload } from "../domain/error-payload.ts";
import { totalsOf, usd } from "../domain/usage-totals.ts";
import type { Deliberation } from "./deliberate.ts";
import type { ParticipantOutcome, Role, Speaker } from "./find-participants.ts";

export type Rounds = Pick<Deliberation, "participants" | "initial" | "refined">;

/** The name of an answer, which tells the answers of one model apart. */
export function nameOf({ target, role }: Pick<Speaker, "target" | "role">): string {
  const marks = [role.stance, role.sample === undefined ? undefined : `#${role.sample}`];
  return [target.model, ...marks.filter((mark) => mark !== undefined)].join(" ");
}

/** Both rounds in the form of the contract. */
export function phasesOf(
  { participants, initial, refined }: Rounds,
  redact: Redactor,
): ConsensusPhases {
  const outcomeOf = new Map<unknown, ParticipantOutcome>(initial.map((one) => [one.speaker, one]));
  const failed = participants.flatMap((participant) => {
    if (participant.target === undefined) {
      return [failedAnswer(participant.name, participant, redact)];
    }
    const outcome = outcomeOf.get(participant);
    if (outcome === undefined || outcome.answer !== undefined) return [];
    const { target, role } = participant;
    return [failedAnswer(target.model, { ...outcome, role, target }, redact)];
  });
  return {
    initial: initial.flatMap(({ speaker, answer }) =>
      answer === undefined ? [] : [initialAnswer(speaker, answer)],
    ),
    refined: refined.flatMap((outcome) => {
      const first = outcomeOf.get(outcome.speaker)?.answer;
      return first === undefined ? [] : [refinedAnswer(first, outcome, redact)];
    }),
    failed,
  };
}

function initialAnswer({ role }: Speaker, answer: ModelAnswer): InitialAnswer {
  const { target, text, inputTokens, outputTokens, durationMs, costUsd, sources } = answer;
  return {
    model: target.model,
    status: "success",
    response: text,
    ...role,
    ...(sources !== undefined && { sources: [...sources] }),
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
    ...outcome.speaker.role,
    ...(second?.sources !== undefined && { sources: [...second.sources] }),
    ...(outcome.answer === undefined && { error: errorPayload(outcome.failure, redact).error }),
    metadata: {
      total_response_time: first.durationMs + secondMs,
      total_input_tokens: input_tokens,
      total_output_tokens: output_tokens,
      ...(cost_usd !== undefined && { total_cost_usd: cost_usd }),
    },
  };
}

/** In characters. */
const LONGEST_PARTIAL = 20_000;

type Failed = {
  failure: CodedError;
  role: Role;
  durationMs?: number | undefined;
  target?: { provider: string } | undefined;
};

function failedAnswer(
  model: string,
  { failure, role, durationMs, target }: Failed,
  redact: Redactor,
): FailedAnswer {
  return {
    ...errorPayload(failure, redact),
    model,
    status: "failed",
    ...role,
    ...(failure instanceof ProviderError &&
      failure.partialText !== undefined && {
        partial_response: failure.partialText.slice(0, LONGEST_PARTIAL),
      }),
    ...(target !== undefined && { provider: target.provider }),
    ...(durationMs !== undefined && { metadata: { response_time: durationMs } }),
  };
}
