import { type ModelProvider, type ModelResponse, ProviderError } from "@faculties/providers";
import { reasoningError } from "../domain/reasoning-error.ts";
import { schemaOf } from "../pipes/json-schema.ts";
import { section, task as joinTask } from "../pipes/task.ts";
import type { EarlierThought } from "../store/thoughts.ts";
import type { ModelQuestion } from "./ask-model.ts";
import type { ChosenModel } from "./choose-model.ts";
import type { Asker } from "./model.ts";

const LONGEST_THOUGHT = 4_000;
/** The room of the second try, for a model that ran out of it in the first. */
const AMPLE_TOKENS = 16_000;

/** Whether a server takes a JSON schema, once it has answered with one or, after turning it down, without. */
const takesSchema = new WeakMap<ModelProvider, boolean>();

/** Asks the model. An answer that was cut off is asked for once more with more room, and refused if it is cut off again. */
export async function complete<Data extends object>(
  model: ChosenModel,
  call: Asker,
  question: ModelQuestion<Data>,
): Promise<ModelResponse> {
  const first = await request(model, call, question);
  if (first.finish !== "length") return first;
  // At Langbase the pipe sets the limit, so a second try would end at the same place.
  const second =
    model.name === "langbase" ? first : await request(model, call, question, AMPLE_TOKENS);
  if (second.finish !== "length") return second;
  throw reasoningError(
    "ApiError",
    model.name === "langbase"
      ? `The answer of ${model.pipeName(question.pipe.key)} was cut off at its max_tokens. Raise them at Langbase, or run pipes push, and try again.`
      : `The answer of ${model.modelOf(question.pipe.key)} was cut off at ${AMPLE_TOKENS} tokens. Ask for less, or use another model.`,
    { details: { provider: model.provider.name } },
  );
}

async function request<Data extends object>(
  model: ChosenModel,
  call: Asker,
  question: ModelQuestion<Data>,
  maxOutputTokens?: number,
): Promise<ModelResponse> {
  const { pipe, task, history, example, tool } = question;
  // Only Langbase has threads. A thread gets only the thoughts that it does not know yet.
  const thread = model.name === "langbase" ? history.line?.thread : undefined;
  const told = history.thoughts.findIndex(({ id }) => id === thread?.tip);
  const news = history.thoughts.slice(told + 1);
  const began = performance.now();
  const report = (message: string) =>
    call.progress((performance.now() - began) / 1000, undefined, message);
  const send = (isStructured: boolean) =>
    model.provider.complete(
      {
        model: model.modelOf(pipe.key),
        system: pipe.system,
        messages: [
          { role: "user", content: joinTask(section("previous_thoughts", numbered(news)), task) },
        ],
        ...(isStructured &&
          example !== undefined && { jsonSchema: { name: tool, schema: schemaOf(example) } }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(thread !== undefined && { threadId: thread.id }),
      },
      {
        signal: call.signal,
        onRetry: ({ number, delayMs, reason }) =>
          report(`${model.provider.name}: ${reason}, try ${number + 1} in ${delayMs} ms`),
      },
    );
  // A pipe at Langbase has its own schema.
  const known = takesSchema.get(model.provider);
  if (example === undefined || model.name === "langbase" || known === false) return send(false);
  try {
    const answer = await send(true);
    takesSchema.set(model.provider, true);
    return answer;
  } catch (error) {
    const isTurnedDown = error instanceof ProviderError && error.details.status === 400;
    if (!isTurnedDown || known === true) throw error;
    const answer = await send(false);
    takesSchema.set(model.provider, false);
    return answer;
  }
}

function numbered(thoughts: readonly EarlierThought[]): string {
  return thoughts
    .map(({ content }, index) => `${index + 1}. ${content.slice(0, LONGEST_THOUGHT)}`)
    .join("\n");
}
