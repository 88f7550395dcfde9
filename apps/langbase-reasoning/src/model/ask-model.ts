import type { KitServices } from "@faculties/mcp-kit";
import type { AnswerShape } from "../domain/answer/answer-shape.ts";
import { type ReadAnswer, readAnswer } from "../domain/answer/read-answer.ts";
import { reasoningError } from "../domain/reasoning-error.ts";
import type { PipePrompt } from "../prompts/pipe-prompt.ts";
import { section, task as joinTask } from "../prompts/task.ts";
import type { Line } from "../store/open-line.ts";
import type { Store } from "../store/store.ts";
import type { LineThought } from "../store/thought-store.ts";
import type { Unit } from "../store/unit.ts";
import { withinSession } from "../store/within-session.ts";
import type { ChosenModel } from "./choose-model.ts";
import { explainProviderError, failureText } from "./explain-provider-error.ts";
import { logged } from "./logged.ts";
import type { Asker } from "./model.ts";
import { keepAnswer } from "./paid-answers.ts";

export type Question<Data extends object> = {
  tool: string;
  input: Record<string, unknown>;
  pipe: PipePrompt;
  task: string;
  shape: AnswerShape<Data>;
  line: Line;
};

export type Answer<Data extends object> = ReadAnswer<Data> & {
  /** Logs the call and keeps the thread, in the transaction that stores what came of it. */
  record(unit: Unit, sessionId: string | null, newest?: { position: number }): Promise<void>;
};

type Access = { model: ChosenModel | undefined; store: Store; services: KitServices };

const HEARTBEAT_MS = 1_000;
const LONGEST_THOUGHT = 4_000;

/** Asks the pipe, tells the client that it waits, and reads the answer. A failure is logged before it is thrown. */
export async function askModel<Data extends object>(
  { model, store, services }: Access,
  call: Asker,
  question: Question<Data>,
): Promise<Answer<Data>> {
  const { tool, pipe, line, shape } = question;
  if (model === undefined) throw noModel(tool);
  const pipeName = model.pipeName(pipe.key);
  const began = performance.now();
  const common = {
    toolName: tool,
    input: logged(question.input, services.redact),
    pipeName,
    provider: model.provider.name,
  };
  const latencyMs = () => performance.now() - began;
  try {
    const { text, threadId } = await complete(model, call, question);
    const answer = readAnswer(text, shape);
    if (answer.text === "") throw emptyAnswer(model.provider.name);
    keepAnswer(call, services.redact(answer.text));
    const elapsed = latencyMs();
    return {
      ...answer,
      async record(unit, sessionId, newest) {
        const output = logged(answer.data, services.redact);
        const outcome = { output, latencyMs: elapsed, success: true, fallback: answer.fallback };
        await unit.invocations.add({ ...common, ...outcome, sessionId, error: null });
        if (threadId === undefined || sessionId === null) return;
        const told = newest ?? line.thoughts.at(-1);
        const knownPosition = told?.position ?? line.thread?.knownPosition ?? 0;
        await unit.threads.save({ sessionId, pipeName, threadId, knownPosition });
      },
    };
  } catch (failure) {
    const error = explainProviderError(failure);
    const outcome = { output: null, latencyMs: latencyMs(), success: false, fallback: false };
    const sessionId = line.sessionId ?? null;
    await store
      .write(
        ({ invocations }) =>
          invocations.add({
            ...common,
            ...outcome,
            sessionId,
            error: services.redact(failureText(error)),
          }),
        withinSession(line.sessionId),
      )
      .catch((cause: unknown) =>
        services.log.warn("The failed call could not be logged.", { cause }),
      );
    throw error;
  }
}

async function complete<Data extends object>(
  model: ChosenModel,
  call: Asker,
  { pipe, task, line }: Question<Data>,
) {
  // Only Langbase has threads, and a thread is told no more than it does not know.
  const thread = model.name === "langbase" ? line.thread : undefined;
  const news = line.thoughts.filter(({ position }) => position > (thread?.knownPosition ?? 0));
  const began = performance.now();
  const report = (message: string) =>
    call.progress((performance.now() - began) / 1000, undefined, message);
  const heartbeat = setInterval(() => report(`Waiting for ${model.provider.name}`), HEARTBEAT_MS);
  try {
    return await model.provider.complete(
      {
        model: model.modelOf(pipe.key),
        system: pipe.system,
        messages: [
          { role: "user", content: joinTask(section("previous_thoughts", numbered(news)), task) },
        ],
        ...(thread !== undefined && { threadId: thread.id }),
      },
      {
        signal: call.signal,
        onRetry: ({ number, delayMs, reason }) =>
          report(`${model.provider.name}: ${reason}, try ${number + 1} in ${delayMs} ms`),
      },
    );
  } finally {
    clearInterval(heartbeat);
  }
}

function numbered(thoughts: readonly LineThought[]): string {
  return thoughts
    .map(({ content }, index) => `${index + 1}. ${content.slice(0, LONGEST_THOUGHT)}`)
    .join("\n");
}

function emptyAnswer(provider: string) {
  return reasoningError("ApiError", `${provider} sent an empty answer. Try again.`, {
    details: { provider },
  });
}

function noModel(tool: string) {
  return reasoningError(
    "LangbaseUnavailable",
    `${tool} needs a model, and none is configured. Set LANGBASE_API_KEY, or OPENAI_API_KEY, or OPENAI_BASE_URL with REASONING_MODEL (Ollama, LM Studio, vLLM, llama.cpp), or install claude, codex or gemini on this machine, or use a client that offers sampling.`,
    { details: { provider: "local" } },
  );
}
