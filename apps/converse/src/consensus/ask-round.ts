import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import { type Asking, askModel, type Question } from "../ask/ask-model.ts";
import type { Outcome } from "./participant.ts";

/** Asks all at the same moment and waits for all; a model that fails does not disturb the others. */
export async function askRound(
  questions: readonly Question[],
  asking: Asking,
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  return Promise.all(
    questions.map(async (question) => {
      const outcome = await outcomeOf(question, asking);
      onOutcome(outcome);
      return outcome;
    }),
  );
}

async function outcomeOf(question: Question, asking: Asking): Promise<Outcome> {
  const { target } = question;
  const startedAt = performance.now();
  try {
    return { target, answer: await askModel(question, asking) };
  } catch (error) {
    asking.signal.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedAt);
    return { target, failure: codedFailure(error, asking.log), durationMs };
  }
}

function codedFailure(error: unknown, log: Logger): CodedError {
  if (error instanceof CodedError) return error;
  log.error("a model call failed unexpectedly", { error, stack: (error as Error)?.stack });
  return new CodedError("API_ERROR", "The call failed unexpectedly; the log has the reason.");
}
