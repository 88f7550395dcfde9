import type { Redactor } from "@faculties/errors";
import type { KitServices } from "@faculties/mcp-kit";
import type { Transaction } from "@faculties/storage";
import type { AnswerShape } from "../domain/answer/answer-shape.ts";
import { type ReadAnswer, readAnswer, type Unusable } from "../domain/answer/read-answer.ts";
import { reasoningError } from "../domain/reasoning-error.ts";
import type { PipePrompt } from "../pipes/pipe.ts";
import type { SessionHistory } from "../sessions/history.ts";
import { addInvocation } from "../store/invocations.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import type { Store } from "../store/store.ts";
import { forgetThread, saveThread } from "../store/threads.ts";
import type { ThoughtRow } from "../store/thoughts.ts";
import type { ChosenModel } from "./choose-model.ts";
import { complete } from "./complete.ts";
import { explainProviderError, failureText } from "./explain-provider-error.ts";
import type { Asker } from "./model.ts";
import { keepAnswer } from "./paid-answers.ts";
import { addSpending } from "./spending.ts";

export type ModelQuestion<Data extends object> = {
  tool: string;
  input: Record<string, unknown>;
  pipe: PipePrompt;
  task: string;
  shape: AnswerShape<Data>;
  /** The form of the answer, as the prompt shows it. */
  example?: object;
  /** The caller's own answer, in the form of the model's; then no model is asked. */
  given?: object | undefined;
  history: SessionHistory;
};

export type ModelAnswer<Data extends object> = ReadAnswer<Data> & {
  /** Whether the caller gave it. */
  isGiven?: boolean;
  /** Logs the call and keeps the thread, in the transaction that stores its result. */
  record(
    tx: Transaction,
    sessionId: string | null,
    now: number,
    added?: Pick<ThoughtRow, "id" | "parentId" | "branchId">,
  ): Promise<void>;
};

type AskingServer = { model: ChosenModel | undefined; store: Store; services: KitServices };

const LONGEST_LOGGED_TEXT = 2_000;

/** Asks the pipe, reports progress to the client while it waits, and reads the answer. Logs a failure before throwing it. */
export async function askModel<Data extends object>(
  { model, store, services }: AskingServer,
  call: Asker,
  question: ModelQuestion<Data>,
): Promise<ModelAnswer<Data>> {
  const { tool, pipe, history, shape, given } = question;
  if (given !== undefined) return givenAnswer(shape, given);
  if (model === undefined) throw noModel(tool);
  const pipeName = model.pipeName(pipe.key);
  const began = performance.now();
  const common = {
    toolName: tool,
    input: loggable(question.input, services.redact),
    pipeName,
    provider: model.provider.name,
  };
  const latencyMs = () => performance.now() - began;
  try {
    const { text, threadId, usage } = await complete(model, call, question);
    addSpending(call, usage);
    const answer = readAnswer(text, { shape, example: question.example });
    if ("unusable" in answer) throw unusableAnswer(model.provider.name, answer, services.redact);
    keepAnswer(call, services.redact(answer.text));
    const elapsed = latencyMs();
    return {
      ...answer,
      async record(tx, sessionId, now, added) {
        const invocation = {
          ...common,
          sessionId,
          output: loggable(answer.data, services.redact),
          latencyMs: elapsed,
          success: true,
          fallback: answer.fallback,
          error: null,
        };
        await addInvocation(tx, invocation, now);
        if (threadId !== undefined && sessionId !== null && added !== undefined)
          await keepThread(tx, { sessionId, pipeName, threadId, history, added });
      },
    };
  } catch (failure) {
    const error = explainProviderError(failure);
    const invocation = {
      ...common,
      sessionId: history.sessionId ?? null,
      output: null,
      latencyMs: latencyMs(),
      success: false,
      fallback: false,
      error: services.redact(failureText(error)),
    };
    await store
      .write((tx, now) => addInvocation(tx, invocation, now), {
        locks: sessionKeys(history.sessionId),
      })
      .catch((cause: unknown) =>
        services.log.warn("The failed call could not be logged.", { cause }),
      );
    throw error;
  }
}

/** The caller's own thoughts cost nothing and are not in the log of model calls. */
function givenAnswer<Data extends object>(
  shape: AnswerShape<Data>,
  given: object,
): ModelAnswer<Data> {
  const { data } = shape.parse({ ...given });
  const text = "thought" in data && typeof data.thought === "string" ? data.thought : "";
  return { data, text, fallback: false, notes: [], isGiven: true, record: async () => {} };
}

type KnownThread = {
  sessionId: string;
  pipeName: string;
  threadId: string;
  history: SessionHistory;
  added: Pick<ThoughtRow, "id" | "parentId" | "branchId">;
};

/** Keeps the thread of the line that the answer continued. */
async function keepThread(
  tx: Transaction,
  { sessionId, pipeName, threadId, history: { thoughts, line }, added }: KnownThread,
): Promise<void> {
  if (line === undefined) return;
  const told = thoughts.at(-1)?.id ?? null;
  // Another call may have added a thought meanwhile, which the thread does not know.
  const tip = added.parentId === told ? added.id : told;
  if (tip === null) return;
  const key = { sessionId, pipeName };
  if (added.branchId !== line.branchId) await forgetThread(tx, { ...key, branchId: line.branchId });
  await saveThread(tx, { ...key, branchId: added.branchId }, { threadId, tip });
}

/** A value for the invocation log: long texts are cut, keys are hidden. */
function loggable(value: object, redact: Redactor): Record<string, unknown> {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === "string" ? cut(redact(item)) : item,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

function cut(text: string): string {
  return text.length <= LONGEST_LOGGED_TEXT
    ? text
    : `${text.slice(0, LONGEST_LOGGED_TEXT)}… (${text.length} characters)`;
}

const LONGEST_QUOTE = 200;

function unusableAnswer(provider: string, { unusable, text }: Unusable, redact: Redactor) {
  const quote = redact(text).replace(/\s+/g, " ").slice(0, LONGEST_QUOTE);
  const said = quote === "" ? "" : ` It begins: “${quote}”.`;
  return reasoningError(
    "ApiError",
    `The answer of ${provider} ${unusable}; nothing was stored.${said} Try again, or say it differently.`,
    { details: { provider } },
  );
}

function noModel(tool: string) {
  return reasoningError(
    "LangbaseUnavailable",
    `${tool} needs a model, and none is configured. Pass what you know yourself (see its parameters), or set LANGBASE_API_KEY, or OPENAI_API_KEY, or OPENAI_BASE_URL with REASONING_MODEL (Ollama, LM Studio, vLLM, llama.cpp), or install claude, codex or gemini on this machine, or use a client that offers sampling.`,
    { details: { provider: "local" } },
  );
}
