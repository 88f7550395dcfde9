import { markInvisible, markInvisibleInside } from "@faculties/errors";
import {
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptResult,
  type Prompt as PublishedPrompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import type { ServerSettings } from "../protocol/create-server.ts";
import type { ServerDefinition } from "../protocol/server-definition.ts";
import { guarded } from "../resources/serve-resources.ts";
import type { Prompt, PromptInput } from "./prompt.ts";

/** The most values that the protocol allows in one completion. */
const MOST_VALUES = 100;
const SHOWN_NAME = 100;

/** The prompts whose tools are all offered. */
export function offeredPrompts<Context>({
  prompts = [],
  tools,
}: Pick<ServerDefinition<Context>, "prompts" | "tools">): readonly Prompt<Context>[] {
  const offered = new Set(tools.map(({ name }) => name));
  return prompts.filter(({ uses }) => uses.every((name) => offered.has(name)));
}

/** Answers the prompt methods and the completion of prompt arguments of one connection. */
export function servePrompts<Context>(
  server: Server,
  prompts: readonly Prompt<Context>[],
  { context, log, definition }: ServerSettings<Context>,
): void {
  const named = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  const published = prompts.map(publishPrompt);
  server.setRequestHandler("prompts/list", () => ({ prompts: published }));
  server.setRequestHandler("prompts/get", ({ params }) =>
    guarded(log, () => renderPrompt(promptNamed(named, params.name), params.arguments, context)),
  );
  server.setRequestHandler("completion/complete", ({ params }) =>
    guarded(log, async () => {
      const { ref } = params;
      if (ref.type === "ref/prompt")
        return completeArgument(promptNamed(named, ref.name), params, context);
      const templates = definition.resources?.templates ?? [];
      if (templates.some(({ uriTemplate }) => uriTemplate === ref.uri))
        return { completion: { values: [] } };
      throw invalid(`No resource template is ${shown(ref.uri)}.`);
    }),
  );
}

function publishPrompt<Context>({
  name,
  title,
  description,
  arguments: declared,
}: Prompt<Context>): PublishedPrompt {
  return {
    name,
    title,
    description,
    arguments: declared.map((argument) => ({
      name: argument.name,
      description: argument.description,
      required: argument.required ?? false,
    })),
  };
}

async function renderPrompt<Context>(
  prompt: Prompt<Context>,
  given: PromptInput = {},
  context: Context,
): Promise<GetPromptResult> {
  const missing = prompt.arguments.find(
    ({ name, required }) => required === true && (given[name] ?? "").trim() === "",
  );
  if (missing)
    throw invalid(
      `The prompt ${prompt.name} needs the argument "${missing.name}": ${missing.description}.`,
    );
  const rendered = await prompt.render(given, context);
  const { description } = prompt;
  if (typeof rendered !== "string") return { description, messages: [...rendered] };
  const content = { type: "text" as const, text: markInvisible(rendered) };
  return { description, messages: [{ role: "user", content }] };
}

async function completeArgument<Context>(
  prompt: Prompt<Context>,
  { argument, context: typedBefore }: CompleteRequestParams,
  context: Context,
): Promise<CompleteResult> {
  const declared = prompt.arguments.find(({ name }) => name === argument.name);
  if (!declared)
    throw invalid(`The prompt ${prompt.name} has no argument "${shown(argument.name)}".`);
  const others = typedBefore?.arguments ?? {};
  const all = (await declared.complete?.(context, argument.value, others)) ?? [];
  const fitting = [...new Set(fittingFirst(all, argument.value))];
  const values = markInvisibleInside(fitting.slice(0, MOST_VALUES));
  return {
    completion: { values, total: fitting.length, hasMore: fitting.length > MOST_VALUES },
  };
}

/** Values that begin with what is typed, then those that contain it, each in the given order. */
function fittingFirst(values: readonly string[], typed: string): string[] {
  const sought = typed.trim().toLowerCase();
  const beginning = values.filter((value) => value.toLowerCase().startsWith(sought));
  const containing = values.filter(
    (value) => !value.toLowerCase().startsWith(sought) && value.toLowerCase().includes(sought),
  );
  return [...beginning, ...containing];
}

function promptNamed<Context>(
  prompts: ReadonlyMap<string, Prompt<Context>>,
  name: string,
): Prompt<Context> {
  const prompt = prompts.get(name);
  if (prompt) return prompt;
  throw invalid(`Unknown prompt: ${shown(name)}. prompts/list names the prompts of this server.`);
}

function shown(name: string): string {
  return markInvisible(name.slice(0, SHOWN_NAME));
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
