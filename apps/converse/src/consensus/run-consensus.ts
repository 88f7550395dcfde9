import type { ToolCall } from "@faculties/mcp-kit";
import type { ConsensusInput, ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { ModelAnswer } from "../models/ask-model.ts";
import type { TimeBudget } from "../models/time-budget.ts";
import type { Context } from "../context.ts";
import { answerNotices } from "../models/answer-notices.ts";
import { readQuestion } from "../attachments/read-question.ts";
import { openConversation } from "../conversations/read-conversations.ts";
import { storeTurn } from "../conversations/store-turn.ts";
import { limitConsensus } from "../domain/limit-output.ts";
import { totalsOf } from "../domain/usage-totals.ts";
import { askRounds } from "./ask-rounds.ts";
import { ConsensusFailed } from "./consensus-failed.ts";
import { findParticipants, requireSight } from "./find-participants.ts";
import { phasesOf, type Rounds } from "./phases.ts";

/** Answers one consensus call: asks all models, lets them refine their answers, and stores all as one turn. */
export async function runConsensus(
  input: ConsensusInput,
  context: Context,
  call: ToolCall,
  budget: TimeBudget,
): Promise<ConsensusOutput> {
  const { redact, log } = context;
  const models = await context.models();
  const earlier =
    input.continuation_id === undefined
      ? undefined
      : await openConversation(context, input.continuation_id);
  const requested = input.models.map(({ model }) => model);
  const found = await findParticipants(requested, models, call.signal);
  if (found.every(({ target }) => target === undefined)) {
    throw new ConsensusFailed(phasesOf({ participants: found, initial: [], refined: [] }, redact));
  }
  const [asked] = await Promise.all([
    readQuestion({ ...input, files: input.relevant_files }, context, call),
    context.databaseReady(),
  ]);

  const history = earlier?.history ?? [];
  const { temperature, reasoning_effort: effort } = input;
  const rounds = await askRounds({
    participants: asked.images.length > 0 ? requireSight(found, models) : found,
    question: { history, messages: [asked.message], temperature, effort },
    asking: { providers: models.providers, meter: await context.meter(), log, signal: call.signal },
    budget,
    withRefinement: input.enable_cross_feedback,
    customPrompt: input.cross_feedback_prompt,
    progress: call.progress,
  });
  const phases = phasesOf(rounds, redact);
  const answers = finalAnswers(rounds);
  const [first] = answers;
  if (first === undefined) throw new ConsensusFailed(phases);
  const all = [...rounds.initial, ...rounds.refined].flatMap(({ answer }) => answer ?? []);
  const usage = totalsOf(all);
  const { provider, model } = earlier?.conversation ?? first.target;
  const saved = await storeTurn(
    context,
    {
      id: earlier?.conversation.id,
      newIdPrefix: "consensus",
      provider,
      model,
      question: asked.message,
      files: asked.files,
      answer: answers.map(({ target, text }) => `## ${target.model}\n\n${text}`).join("\n\n"),
      answeredBy: answers.map(({ target }) => target.model).join(", "),
      details: { usage, response_time_ms: budget.elapsedMs(), phases },
      spent: {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        costUsd: usage.cost_usd,
      },
    },
    { earlier: earlier?.conversation, signal: call.signal },
  );

  const notices = [...saved.notices, ...asked.notices, ...answerNotices(all, history)];
  const output: ConsensusOutput = {
    status: "consensus_complete",
    models_consulted: requested.length,
    successful_initial_responses: phases.initial.length,
    failed_responses: phases.failed.length,
    refined_responses: phases.refined.filter(({ status }) => status === "success").length,
    phases,
    continuation: { id: saved.id, messageCount: saved.messageCount },
    settings: {
      enable_cross_feedback: input.enable_cross_feedback,
      temperature,
      models_requested: found.map(({ name }) => name),
      reasoning_effort: effort,
    },
    metadata: {
      usage,
      ...(saved.totals && { conversation: totalsOf([saved.totals]) }),
      response_time_ms: budget.elapsedMs(),
      ...(notices.length > 0 && { notices }),
    },
  };
  return limitConsensus(output, context.maxOutputTokens);
}

/** The final answer of each model: its refinement, or its first answer where there is none. */
function finalAnswers({ initial, refined }: Rounds): ModelAnswer[] {
  const firsts = initial.flatMap(({ answer }) => answer ?? []);
  return firsts.map((first, index) => refined[index]?.answer ?? first);
}
