import type { ToolCall } from "@faculties/mcp-kit";
import { ProviderError } from "@faculties/providers";
import type { Notice } from "@faculties/schemas/converse/notice";
import { requireConversationBudget } from "../models/budget.ts";
import type { Target } from "../models/target.ts";
import type { ChatInput, ChatOutput } from "@faculties/schemas/converse/chat";
import { askModel, type ModelAnswer, type Question } from "../models/ask-model.ts";
import type { TimeBudget } from "../models/time-budget.ts";
import type { Context } from "../context.ts";
import { isPicture } from "../domain/conversation-message.ts";
import { answerNotices } from "../models/answer-notices.ts";
import { readQuestion } from "../attachments/read-question.ts";
import { openConversation } from "../conversations/read-conversations.ts";
import { storeTurn } from "../conversations/store-turn.ts";
import { limitChat } from "../domain/limit-output.ts";
import { totalsOf, usageOf, usd } from "../domain/usage-totals.ts";
import { isCacheable, rememberAnswer, repeatAnswer } from "./answer-cache.ts";

/** Answers one chat call: finds the model, reads the files, asks, and stores question and answer. */
export async function answerChat(
  input: ChatInput,
  context: Context,
  call: ToolCall,
  budget: TimeBudget,
): Promise<ChatOutput> {
  const models = await context.models();
  const earlier =
    input.continuation_id === undefined
      ? undefined
      : await openConversation(context, input.continuation_id);
  const target = await models.choose(input.model, earlier?.conversation, call.signal);
  const [asked] = await Promise.all([readQuestion(input, context, call), context.databaseReady()]);
  if (asked.images.some(isPicture)) models.requireSight(target);

  const history = earlier?.history ?? [];
  const question: Question = {
    target,
    history,
    messages: [asked.message],
    temperature: input.temperature,
    effort: input.reasoning_effort,
    webSearch: input.use_websearch,
    cacheKey: earlier?.conversation.id,
    ...(input.json_schema && { jsonSchema: { name: "answer", schema: input.json_schema } }),
  };
  requireConversationBudget(context.settings.budgetPerConversation, earlier?.conversation);
  const isOpen = earlier === undefined && models.isAuto(input.model ?? "");
  const { answer, skipped } = await answerFromAny(question, isOpen, budget, context, call);
  const saved = await storeTurn(
    context,
    {
      id: earlier?.conversation.id,
      newIdPrefix: "conv",
      provider: answer.target.provider,
      model: answer.target.model,
      question: asked.message,
      files: asked.files,
      answer: answer.text,
      answeredBy: answer.target.model,
      details: {
        usage: totalsOf([answer]),
        response_time_ms: budget.elapsedMs(),
        ...(answer.sources && { sources: answer.sources }),
      },
      spent: answer,
    },
    { earlier: earlier?.conversation, signal: call.signal },
  );

  const notices = [
    ...saved.notices,
    ...asked.notices,
    ...skipped,
    ...(input.json_schema === undefined ? [] : jsonNotices(answer)),
    ...answerNotices([answer], history),
  ];
  const output: ChatOutput = {
    content: answer.text,
    continuation: {
      id: saved.id,
      provider: answer.target.provider,
      model: answer.target.model,
      messageCount: saved.messageCount,
    },
    metadata: {
      model: answer.target.model,
      usage: usageOf(answer),
      response_time_ms: budget.elapsedMs(),
      provider: answer.target.provider,
      ...(answer.costUsd !== undefined && { cost_usd: usd(answer.costUsd) }),
      ...(saved.totals && { conversation: totalsOf([saved.totals]) }),
      ...(answer.sources && { sources: [...answer.sources] }),
      ...(answer.isCached && { cached: true }),
      ...(notices.length > 0 && { notices }),
    },
  };
  return limitChat(output, context.maxOutputTokens);
}

/** In characters: what an answer that was stopped gives back. */
const LONGEST_PARTIAL = 40_000;

/** A vendor without structured output may answer in prose all the same. */
function jsonNotices({ text, target }: ModelAnswer): Notice[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const message = `${target.model} did not answer in JSON. Ask it again, or a model whose vendor enforces a schema (OpenAI, Google, xAI, Anthropic).`;
    return [{ type: "not_json", message }];
  }
}

/** Failures that another provider need not have. */
const PROVIDERS_OWN = new Set([
  "PROVIDER_UNAVAILABLE",
  "QUOTA_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "MODEL_NOT_FOUND",
  "API_ERROR",
]);

/** The answer of the chosen model; if the choice was left to the server, of the next provider where one fails. */
async function answerFromAny(
  question: Question,
  isOpen: boolean,
  budget: TimeBudget,
  context: Context,
  call: ToolCall,
): Promise<{ answer: ModelAnswer & { isCached: boolean }; skipped: Notice[] }> {
  const skipped: Notice[] = [];
  let others: Target[] | undefined;
  let { target } = question;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next only if this one fails
      return { answer: await answerTo({ ...question, target }, budget, context, call), skipped };
    } catch (error) {
      const isTheirs = error instanceof ProviderError && PROVIDERS_OWN.has(error.code);
      if (!isOpen || !isTheirs || call.signal.aborted) throw error;
      // oxlint-disable-next-line no-await-in-loop -- once
      others ??= await (await context.models()).alternatives(target, call.signal);
      const next = others.shift();
      if (next === undefined) throw error;
      const message = `${target.model} did not answer (${error.code}): ${context.redact(error.message)} ${next.model} was asked instead.`;
      skipped.push({ type: "provider_skipped", message });
      target = next;
    }
  }
}

async function answerTo(
  question: Question,
  budget: TimeBudget,
  { settings, storage: open, models, meter, log, redact }: Context,
  { signal, progress, keepPartial }: ToolCall,
): Promise<ModelAnswer & { isCached: boolean }> {
  const storage = await open();
  const mayRepeat = isCacheable(settings.cache, question);
  const repeated = mayRepeat ? await repeatAnswer(storage, question) : undefined;
  if (repeated !== undefined) return { ...repeated, isCached: true };

  const { model } = question.target;
  const tell = (message: string) => progress(0, 1, message);
  let written = "";
  tell(`Asking ${model}`);
  const answer = await askModel(question, {
    providers: (await models()).providers,
    meter: await meter(),
    log,
    redact,
    signal,
    limitMs: budget.leftMs(),
    onText: (text) => {
      if (written === "")
        keepPartial(() => ({ content: redact(written).slice(0, LONGEST_PARTIAL), model }));
      written = text;
      tell(`${model} is writing: ${text.length} characters so far`);
    },
    onRetry: (reason) => tell(`Trying ${model} again after ${reason}`),
  });
  progress(1, 1, `${model} answered`);
  if (mayRepeat) {
    rememberAnswer(storage, question, answer).catch((error: unknown) =>
      log.warn("an answer was not cached", { error }),
    );
  }
  return { ...answer, isCached: false };
}
