import { CodedError } from "@faculties/errors";
import type { Logger, ToolCall } from "@faculties/mcp-kit";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import { type Asking, type ModelAnswer, type Question, askModel } from "../models/ask-model.ts";
import type { TimeBudget } from "../models/time-budget.ts";
import type { ParticipantOutcome, Participant } from "./find-participants.ts";
import type { Rounds } from "./phases.ts";

type RoundsPlan = {
  participants: readonly Participant[];
  question: Omit<Question, "target">;
  asking: Omit<Asking, "limitMs">;
  budget: TimeBudget;
  withRefinement: boolean;
  customPrompt: string | undefined;
  progress: ToolCall["progress"];
};

/** Asks for all first answers and then, if requested and at least two models answered, for all refinements. */
export async function askRounds(plan: RoundsPlan): Promise<Rounds> {
  const { participants, question, asking, budget, withRefinement, progress } = plan;
  const targets = participants.flatMap(({ target }) => target ?? []);
  const total = targets.length * (withRefinement && targets.length > 1 ? 2 : 1);
  let done = 0;
  const report = (verb: string) => (outcome: ParticipantOutcome) => {
    done += 1;
    const { model } = outcome.target;
    const event = outcome.answer === undefined ? `failed: ${outcome.failure.code}` : verb;
    progress(done, total, `${model} ${event} (${done} of ${total})`);
  };
  progress(0, total, `Asking ${targets.map(({ model }) => model).join(", ")}`);

  const initial = await askRound(
    targets.map((target) => ({ ...question, target })),
    { ...asking, limitMs: total > targets.length ? budget.firstRoundMs() : budget.leftMs() },
    report("answered"),
  );
  const answers = initial.flatMap(({ answer }) => answer ?? []);
  if (!withRefinement || answers.length < 2) return { participants, initial, refined: [] };

  const refined = await askRound(
    refinementQuestions(question, answers, plan.customPrompt),
    { ...asking, limitMs: budget.leftMs() },
    report("refined its answer"),
  );
  return { participants, initial, refined };
}

/** Asks all models at the same time and waits for all; a failure of one does not affect the others. */
async function askRound(
  questions: readonly Question[],
  asking: Asking,
  onOutcome: (outcome: ParticipantOutcome) => void,
): Promise<ParticipantOutcome[]> {
  return Promise.all(
    questions.map(async (question) => {
      const outcome = await outcomeOf(question, asking);
      onOutcome(outcome);
      return outcome;
    }),
  );
}

async function outcomeOf(question: Question, asking: Asking): Promise<ParticipantOutcome> {
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

/** The refinement question for each answer: the model's own answer, the others', and the caller's prompt. */
function refinementQuestions(
  first: Omit<Question, "target">,
  answers: readonly ModelAnswer[],
  custom: string | undefined,
): Question[] {
  return answers.map(({ target, text }) => {
    const others = answers.filter((other) => other.target !== target).map((other) => other.text);
    const own: ConversationMessage = { role: "assistant", text, images: [] };
    const next: ConversationMessage = {
      role: "user",
      text: refinementPrompt(others, custom),
      images: [],
    };
    return { ...first, target, messages: [...first.messages, own, next] };
  });
}

/**
 * The prompt after a model's own first answer: the other answers, without the names of their models so that only their
 * content counts, and the caller's own prompt.
 */
function refinementPrompt(others: readonly string[], custom: string | undefined): string {
  const answers = others.map(
    (answer, index) => `<other_answer number="${index + 1}">\n${answer}\n</other_answer>`,
  );
  return [
    "Others answered the same question independently. Their answers:",
    ...answers,
    "Compare them with your own answer above. Then write your final answer to the question: correct what you now see was wrong, take over what they saw better, and say where you still disagree and why. It must stand on its own, without reference to this comparison.",
    ...(custom === undefined || custom.trim() === "" ? [] : [custom]),
  ].join("\n\n");
}
