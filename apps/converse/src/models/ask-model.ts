import { CodedError, type Redactor } from "@faculties/errors";
import type { Logger } from "@faculties/mcp-kit";
import {
  costOf,
  type Effort,
  type JsonSchemaFormat,
  type Message,
  type ModelEntry,
  ProviderError,
  type Providers,
  providerTitle,
  type Source,
} from "@faculties/providers";
import { type ConversationMessage, PDF_TYPE, textOf } from "../domain/conversation-message.ts";
import { withoutOlderCopies } from "../domain/render-file.ts";
import {
  type TrimmedHistory,
  halveHistory,
  mostTokensOf,
  tokensOf,
  trimHistory,
} from "../domain/trim-history.ts";
import type { Spent } from "../domain/usage-totals.ts";
import type { CallMeter } from "./call-meter.ts";
import { type Target, canSee, isRouter } from "./target.ts";

export type Question = {
  target: Target;
  /** Earlier turns; the oldest are left out first if they do not fit. */
  history: readonly ConversationMessage[];
  /** The current question with its context. */
  messages: readonly ConversationMessage[];
  temperature: number;
  effort: Effort;
  webSearch?: boolean | undefined;
  /** Instead of the usual system text. */
  system?: string | undefined;
  /** After the system text, such as the side that the model is to take. */
  instructions?: string | undefined;
  jsonSchema?: JsonSchemaFormat | undefined;
  /** Requests with the same key begin alike and share the vendor's prompt cache. */
  cacheKey?: string | undefined;
};

export type ModelAnswer = Spent & {
  target: Target;
  text: string;
  durationMs: number;
  /** Messages of the history that did not fit. */
  dropped: number;
  /** The model reached its limit of output tokens. */
  isCut: boolean;
  sources?: readonly Source[] | undefined;
  /** Parameters that the vendor refused and the answer was made without. */
  refused?: readonly string[] | undefined;
};

export type Asking = {
  providers: Providers;
  meter: CallMeter;
  log: Logger;
  redact: Redactor;
  signal: AbortSignal;
  limitMs: number;
  /** Hears the text that the model has written so far; a try that begins again begins with nothing. */
  onText?: ((text: string) => void) | undefined;
  onRetry?: ((reason: string) => void) | undefined;
};

const SYSTEM =
  "You advise a developer or another AI agent. Answer directly and precisely, and say so when what you were given is not enough to tell. Files are shown with line numbers that are not part of them.";

/** Asks one model within the time limit. History that does not fit its window is left out, oldest first. */
export async function askModel(question: Question, asking: Asking): Promise<ModelAnswer> {
  const { target, messages } = question;
  const { provider } = target;
  const fitting = fittingHistory(question);
  requireRoom(question);
  const tooLate = () =>
    new ProviderError(
      "TIMEOUT",
      `${providerTitle(provider)} gave no answer within the time limit. Try again, ask for less or raise REQUEST_TIMEOUT_MS.`,
      { details: { provider } },
    );
  const heard = new HeardText(asking);
  return withDeadline(asking.signal, asking.limitMs, tooLate, async (signal) => {
    let { kept, dropped } = fitting;
    for (;;) {
      try {
        return { ...(await complete(question, kept, { ...asking, signal, heard })), dropped };
      } catch (error) {
        if (!isOverflow(error)) throw heard.addTo(error);
        if (kept.length === 0) throw withSizes(error, target, tokensOf(messages));
        const half = halveHistory(kept);
        kept = half.kept;
        dropped += half.dropped;
        asking.log.debug("the history did not fit", { provider, dropped });
      }
    }
  });
}

function fittingHistory({ target, history, messages }: Question): TrimmedHistory {
  const room = contextRoom(target.entry);
  if (room === undefined || mostTokensOf([...history, ...messages]) <= room) {
    return { kept: history, dropped: 0 };
  }
  return trimHistory(history, history.length === 0 ? 0 : room - tokensOf(messages));
}

/** The text that arrived, for an error that ends the answer in the middle. */
class HeardText {
  readonly #asking: Asking;
  #text = "";

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  add(piece: string): void {
    this.#text += piece;
    this.#asking.onText?.(this.#text);
  }

  begin(): void {
    this.#text = "";
  }

  addTo(error: unknown): unknown {
    const { signal, redact } = this.#asking;
    if (!(error instanceof ProviderError) || signal.aborted) return error;
    const { code, message, details, cause, partialText = redact(this.#text) } = error;
    return partialText === ""
      ? error
      : new ProviderError(code, message, { details, cause, partialText });
  }
}

/** The estimate is at most this much too high, for any vendor's way of counting. */
const HIGHEST_ESTIMATE = 1.5;

/** Refuses a question that cannot fit, before it is sent and paid for. */
function requireRoom({ target, messages }: Question): void {
  const most = target.entry?.contextTokens;
  if (most === undefined || mostTokensOf(messages) <= most) return;
  const estimate = tokensOf(messages);
  if (estimate <= most * HIGHEST_ESTIMATE) return;
  throw new ProviderError(
    "CONTEXT_LENGTH_EXCEEDED",
    `Context length exceeded for model ${target.model}: about ${estimate} tokens, and its window has ${most}. Give fewer files or some lines of them (path:10-40), or use a model with a larger window.`,
    { details: { provider: target.provider, maxTokens: most, providedTokens: estimate } },
  );
}

async function complete(
  question: Question,
  history: readonly ConversationMessage[],
  { providers, meter, log, signal, onRetry, heard }: Asking & { heard: HeardText },
): Promise<Omit<ModelAnswer, "dropped">> {
  const { target, messages, temperature, effort, webSearch, jsonSchema, cacheKey } = question;
  const { provider, model } = target;
  const estimate = () => estimateUsd(target, tokensOf([...history, ...messages]));
  return meter.measure(target, estimate, async () => {
    const response = await providers.get(provider).complete(
      {
        model,
        system: [question.system ?? SYSTEM, question.instructions ?? ""].join(" ").trim(),
        messages: providerMessages([...history, ...messages], target),
        temperature,
        effort,
        webSearch,
        jsonSchema,
        cacheKey,
      },
      {
        signal,
        onRetry: (attempt) => {
          log.info("trying again", { provider, model, ...attempt });
          heard.begin();
          onRetry?.(attempt.reason);
        },
        onDelta: ({ text }) => heard.add(text),
      },
    );
    const { text, usage, costUsd, finish, sources, refusedParameters: refused } = response;
    return {
      target: isRouter(target) ? { provider, model: response.model } : target,
      text,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      costUsd,
      isCut: finish === "length",
      ...(sources !== undefined && { sources }),
      ...(refused !== undefined && { refused }),
    };
  });
}

/** An answer that is longer than most. */
const USUAL_OUTPUT_TOKENS = 8000;

/** The most that a call may cost; nothing is known of models without a price. */
function estimateUsd({ entry }: Target, inputTokens: number): number {
  const outputTokens = Math.min(entry?.outputTokens ?? USUAL_OUTPUT_TOKENS, USUAL_OUTPUT_TOKENS);
  return costOf(entry, { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }) ?? 0;
}

function isOverflow(error: unknown): error is CodedError {
  return error instanceof CodedError && error.code === "CONTEXT_LENGTH_EXCEEDED";
}

/** Adds the known sizes that the vendor did not report. */
function withSizes(error: CodedError, { entry, provider }: Target, estimate: number): CodedError {
  const known = { maxTokens: entry?.contextTokens, providedTokens: estimate };
  return new CodedError(error.code, error.message, {
    details: { provider, ...known, ...error.details },
    cause: error.cause,
  });
}

/** Runs `body` with a signal that also aborts, with the given reason, when the time is up. */
async function withDeadline<Result>(
  signal: AbortSignal,
  ms: number,
  reason: () => Error,
  body: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(reason()), Math.max(0, ms));
  try {
    return await body(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

const LARGEST_RESERVE = 32_000;

/** The input tokens that a model takes, without the room for its answer; undefined when unknown. */
function contextRoom(entry: ModelEntry | undefined): number | undefined {
  if (entry?.contextTokens === undefined) return undefined;
  const { contextTokens, outputTokens = LARGEST_RESERVE } = entry;
  return contextTokens - Math.min(outputTokens, LARGEST_RESERVE, Math.floor(contextTokens / 4));
}

/** In characters: vendors cache nothing shorter than about 1,000 tokens. */
const WORTH_CACHING = 8_000;

const TAKES_PDF = new Set(["openai", "google", "anthropic", "openrouter"]);

/** A file that is attached again in a later turn is shown there only. */
function withNewestFiles(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.map((message, index) => {
    if (!message.context) return message;
    const later = messages.slice(index + 1).flatMap(({ context }) => context || []);
    return { ...message, context: withoutOlderCopies(message.context, later) };
  });
}

/** Messages in the form of the providers. Images of earlier turns are left out for a model that cannot see. */
function providerMessages(messages: readonly ConversationMessage[], target: Target): Message[] {
  const withImages = canSee(target);
  return withNewestFiles(messages).map((message, index) => {
    const { role } = message;
    const images = message.images.filter(({ mimeType }) => mimeType !== PDF_TYPE);
    // With the question itself a PDF that the vendor does not take is an error; of earlier turns it is left out.
    const isTaken = index === messages.length - 1 || TAKES_PDF.has(target.provider);
    const documents = (isTaken ? message.images : [])
      .filter(({ mimeType }) => mimeType === PDF_TYPE)
      .map(({ base64 }, at) => ({ name: `document-${at + 1}.pdf`, base64 }));
    const text = textOf(message);
    // Files are what makes a question long, and the next turn begins with them again.
    const isLong = (message.context?.length ?? 0) >= WORTH_CACHING || documents.length > 0;
    const cache = { ...(isLong && { cache: true }), ...(documents.length > 0 && { documents }) };
    if (images.length === 0) return { role, content: text, ...cache };
    if (!withImages) return { role, content: `${text}\n\n[${images.length} image(s) not shown]` };
    const parts = images.map((image) => ({ type: "image" as const, ...image }));
    return { role, content: [{ type: "text", text }, ...parts], ...cache };
  });
}
