import { CodedError } from "@faculties/errors";
import type { Logger } from "@faculties/mcp-kit";
import { type Asking, type Question, askModel } from "../models/ask-model.ts";
import type { ParticipantOutcome, Speaker } from "./find-participants.ts";

export type Asked = { speaker: Speaker; question: Question };

export type RoundOptions = {
  asking: Asking;
  /** As soon as this many have answered, the others are stopped. */
  quorum?: number | undefined;
  onOutcome(outcome: ParticipantOutcome): void;
  /** Hears how many characters all have written together. */
  onText(characters: number): void;
};

/** Asks all at the same time and waits for all, or for the quorum; a failure of one does not affect the others. */
export async function askRound(
  asked: readonly Asked[],
  { asking, quorum = Number.POSITIVE_INFINITY, onOutcome, onText }: RoundOptions,
): Promise<ParticipantOutcome[]> {
  const enough = new AbortController();
  let answered = 0;
  const written = new Map<Asked, number>();
  const signal = AbortSignal.any([asking.signal, enough.signal]);
  return Promise.all(
    asked.map(async (one) => {
      const hear = ({ length }: string) => {
        written.set(one, length);
        onText([...written.values()].reduce((sum, count) => sum + count, 0));
      };
      const outcome = await outcomeOf(one, { ...asking, signal, onText: hear }, asking.signal);
      if (outcome.answer !== undefined) {
        answered += 1;
        if (answered >= quorum) enough.abort(notWaitedFor(quorum));
      }
      onOutcome(outcome);
      return outcome;
    }),
  );
}

function notWaitedFor(quorum: number): CodedError {
  return new CodedError(
    "TIMEOUT",
    `It was not waited for: ${quorum} had answered, which min_responses asks for.`,
  );
}

/** `cancelled` is the caller's own signal, whose abort ends the whole consensus. */
async function outcomeOf(
  { speaker, question }: Asked,
  asking: Asking,
  cancelled: AbortSignal,
): Promise<ParticipantOutcome> {
  const startedAt = performance.now();
  try {
    return { speaker, answer: await askModel(question, asking) };
  } catch (error) {
    cancelled.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedAt);
    return { speaker, failure: codedFailure(error, asking.log), durationMs };
  }
}

export function codedFailure(error: unknown, log: Logger): CodedError {
  if (error instanceof CodedError) return error;
  log.error("a model call failed unexpectedly", { error, stack: (error as Error)?.stack });
  return new CodedError("API_ERROR", "The call failed unexpectedly; the log has the reason.");
}
