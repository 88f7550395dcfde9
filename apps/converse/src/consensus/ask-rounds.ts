import type { ToolCall } from "@faculties/mcp-kit";
import type { Asking, Question } from "../ask/ask-model.ts";
import type { TimeBudget } from "../ask/time-budget.ts";
import { askRound } from "./ask-round.ts";
import type { Outcome, Participant } from "./participant.ts";
import type { Rounds } from "./phases.ts";
import { refinementQuestions } from "./refinement.ts";

export type RoundsPlan = {
  participants: readonly Participant[];
  question: Omit<Question, "target">;
  asking: Omit<Asking, "limitMs">;
  budget: TimeBudget;
  withRefinement: boolean;
  customPrompt: string | undefined;
  progress: ToolCall["progress"];
};

/** All first answers, then, if at least two models answered and it is wanted, all refinements. */
export async function askRounds(plan: RoundsPlan): Promise<Rounds> {
  const { participants, question, asking, budget, withRefinement, progress } = plan;
  const targets = participants.flatMap(({ target }) => target ?? []);
  const total = targets.length * (withRefinement && targets.length > 1 ? 2 : 1);
  let done = 0;
  const report = (verb: string) => (outcome: Outcome) => {
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
