import type { ToolCall } from "@faculties/mcp-kit";
import type { Conclusion } from "@faculties/schemas/converse/conclusion";
import type { ConsensusInput, ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { Notice } from "@faculties/schemas/converse/notice";
import { readQuestion } from "../attachments/read-question.ts";
import type { Context } from "../context.ts";
import { isPicture } from "../domain/conversation-message.ts";
import { openConversation } from "../conversations/read-conversations.ts";
import { storeTurn } from "../conversations/store-turn.ts";
import { cutTexts } from "../domain/cut-texts.ts";
import { limitConsensus } from "../domain/limit-output.ts";
import { totalsOf } from "../domain/usage-totals.ts";
import { answerNotices } from "../models/answer-notices.ts";
import type { ModelAnswer } from "../models/ask-model.ts";
import { requireConversationBudget } from "../models/budget.ts";
import type { ModelAccess } from "../models/model-access.ts";
import type { TimeBudget } from "../models/time-budget.ts";
import { ConsensusFailed } from "./consensus-failed.ts";
import { deliberate, type Deliberation, type Plan } from "./deliberate.ts";
import { findParticipants, type ParticipantOutcome, requireSight } from "./find-participants.ts";
import { nameOf, phasesOf } from "./phases.ts";

/** Answers one consensus call: asks all models, has their answers judged, and stores all as one turn. */
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
  requireConversationBudget(context.settings.budgetPerConversation, earlier?.conversation);
  const judge = await chooseJudge(input.judge ?? context.settings.judge, models, call.signal);
  const found = await findParticipants(input.models, models, call.signal);
  if (found.every(({ target }) => target === undefined)) {
    throw new ConsensusFailed(phasesOf({ participants: found, initial: [], refined: [] }, redact));
  }
  const [asked] = await Promise.all([
    readQuestion({ ...input, files: input.relevant_files }, context, call),
    context.databaseReady(),
  ]);

  const history = earlier?.history ?? [];
  const { temperature, reasoning_effort: effort, enable_cross_feedback: crossFeedback } = input;
  const finished: ParticipantOutcome[] = [];
  const said = await deliberate({
    participants: asked.images.some(isPicture) ? requireSight(found, models) : found,
    question: {
      history,
      messages: [asked.message],
      temperature,
      effort,
      webSearch: input.use_websearch,
      cacheKey: earlier?.conversation.id,
    },
    asking: {
      providers: models.providers,
      meter: await context.meter(),
      log,
      redact,
      signal: call.signal,
    },
    budget,
    mode: input.mode,
    laps: input.laps,
    quorum: input.min_responses,
    refinement: refinementOf(crossFeedback),
    customPrompt: input.cross_feedback_prompt,
    judging:
      judge &&
      (async (answers) => ({
        candidates: await judge(answers),
        question: { temperature, effort },
        asked: { question: input.prompt, files: asked.files },
      })),
    progress: call.progress,
    onOutcome: (outcome) => {
      finished.push(outcome);
      if (outcome.answer !== undefined) call.keepPartial(partialOf(finished, context));
    },
  });
  const phases = phasesOf(said, redact);
  const answers = finalAnswers(said);
  const [first] = answers;
  if (first === undefined) throw new ConsensusFailed(phases);
  const usage = totalsOf(said.spent);
  const { provider, model } = earlier?.conversation ?? first.answer.target;
  const saved = await storeTurn(
    context,
    {
      id: earlier?.conversation.id,
      newIdPrefix: "consensus",
      provider,
      model,
      question: asked.message,
      files: asked.files,
      answer: storedText(said.conclusion, answers),
      answeredBy: answers.map(({ name }) => name).join(", "),
      details: {
        usage,
        response_time_ms: budget.elapsedMs(),
        phases,
        ...(said.conclusion && { conclusion: said.conclusion }),
        ...(said.discussion.length > 0 && { discussion: said.discussion }),
      },
      spent: {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        costUsd: usage.cost_usd,
      },
    },
    { earlier: earlier?.conversation, signal: call.signal },
  );

  const notices = [
    ...saved.notices,
    ...asked.notices,
    ...quorumNotices(input.min_responses, phases.initial.length),
    ...said.notices,
    ...answerNotices(said.spent, history),
  ];
  const output: ConsensusOutput = {
    status: "consensus_complete",
    models_consulted: found.length,
    successful_initial_responses: phases.initial.length,
    failed_responses: phases.failed.length,
    refined_responses: phases.refined.filter(({ status }) => status === "success").length,
    ...(said.conclusion && { conclusion: said.conclusion }),
    phases,
    ...(said.discussion.length > 0 && { discussion: said.discussion }),
    continuation: { id: saved.id, messageCount: saved.messageCount },
    settings: {
      enable_cross_feedback: crossFeedback ?? true,
      temperature,
      models_requested: found.map(({ name }) => name),
      reasoning_effort: effort,
      ...(input.mode !== "independent" && { mode: input.mode, laps: input.laps }),
      ...(input.min_responses !== undefined && { min_responses: input.min_responses }),
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

/** The result of a consensus that is stopped: every answer that had come, the latest of each model. */
function partialOf(finished: readonly ParticipantOutcome[], { redact, maxOutputTokens }: Context) {
  const latest = new Map(finished.map((outcome) => [outcome.speaker, outcome]));
  const initial = [...latest.values()];
  const participants = initial.map(({ speaker }) => speaker);
  const phases = phasesOf({ participants, initial, refined: [] }, redact);
  const whole = phases.initial.map(({ response }) => response);
  const { texts } = cutTexts(whole, maxOutputTokens);
  const cut = phases.initial.map((one, at) => ({ ...one, response: texts[at] ?? "" }));
  return { phases: { ...phases, initial: cut } };
}

/** Which models may judge these answers, the best first; undefined if nobody is to judge. A judge that is named must exist. */
async function chooseJudge(name: string | undefined, models: ModelAccess, signal: AbortSignal) {
  if (name?.trim().toLowerCase() === "off") return undefined;
  if (name === undefined || models.isAuto(name)) {
    return (answers: readonly ModelAnswer[]) =>
      models.judges(
        answers.map(({ target }) => target),
        signal,
      );
  }
  const target = await models.resolve(name, signal);
  return async () => [target];
}

function refinementOf(crossFeedback: boolean | undefined): Plan["refinement"] {
  if (crossFeedback === undefined) return "disputed";
  return crossFeedback ? "always" : "never";
}

function quorumNotices(wanted: number | undefined, answered: number): Notice[] {
  if (wanted === undefined || answered >= wanted) return [];
  const message = `Only ${answered} of the ${wanted} answers that min_responses asks for came.`;
  return [{ type: "quorum_missed", message }];
}

type FinalAnswer = { name: string; answer: ModelAnswer };

/** The final answer of each model: its refinement, or its first answer where there is none. */
function finalAnswers({ initial, refined }: Deliberation): FinalAnswer[] {
  const later = new Map(refined.map(({ speaker, answer }) => [speaker, answer]));
  return initial.flatMap(({ speaker, answer }) =>
    answer === undefined ? [] : [{ name: nameOf(speaker), answer: later.get(speaker) ?? answer }],
  );
}

/** The consensus as a follow-up sees it: the conclusion first. */
function storedText(conclusion: Conclusion | undefined, answers: readonly FinalAnswer[]): string {
  const sections = answers.map(({ name, answer }) => `## ${name}\n\n${answer.text}`);
  return [...(conclusion ? [`## Conclusion\n\n${conclusion.synthesis}`] : []), ...sections].join(
    "\n\n",
  );
}
