import { ConfigError } from "@faculties/mcp-kit";
import {
  createLangbasePipes,
  createModelRegistry,
  type LangbasePipes,
  type ListedPipe,
} from "@faculties/providers";
import type { Context } from "../context.ts";
import { auto } from "./auto.ts";
import { decision } from "./decision.ts";
import { detection } from "./detection.ts";
import { divergent } from "./divergent.ts";
import { got } from "./got.ts";
import { linear } from "./linear.ts";
import { PIPE_KEYS, type PipeKey, type PipeNames, type PipePrompt } from "./pipe.ts";
import { reflection } from "./reflection.ts";
import { tree } from "./tree.ts";

const PIPES: Record<PipeKey, PipePrompt> = {
  linear,
  tree,
  divergent,
  reflection,
  auto,
  got,
  detection,
  decision,
};

type PipeAccess = { pipes: LangbasePipes; names: PipeNames };
type PipeState = { name: string; state: "ok" | "missing" | "different" };

/** Access to the pipes at Langbase with the configured key. */
export function openPipes({ values, services: { redact }, pipes: names }: Context): PipeAccess {
  const { langbaseKey: apiKey, langbaseUrl: baseUrl } = values;
  if (!apiKey) throw new ConfigError("Set LANGBASE_API_KEY to manage pipes.");
  const policy = {
    maxTries: values.maxRetries + 1,
    retryDelayMs: values.retryDelayMs,
    timeoutMs: values.timeoutMs,
  };
  const registry = createModelRegistry();
  return { pipes: createLangbasePipes({ apiKey, baseUrl, policy, redact, registry }), names };
}

/** Creates the missing pipes and updates the present ones. */
export async function* pushPipes(
  { pipes, names }: PipeAccess,
  model: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ name: string; change: "created" | "updated" }> {
  const present = new Set((await pipes.list({ signal })).map(({ name }) => name));
  for (const key of PIPE_KEYS) {
    const name = names[key];
    const definition = { ...definitionOf(name, PIPES[key]), ...(model !== undefined && { model }) };
    if (present.has(name)) await pipes.update(definition, { signal });
    else await pipes.create(definition, { signal });
    yield { name, change: present.has(name) ? "updated" : "created" };
  }
}

/** How the pipes at Langbase compare with the prompts of this version. */
export async function checkPipes(
  { pipes, names }: PipeAccess,
  { model, signal }: { model?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<PipeState[]> {
  const present = new Map((await pipes.list({ signal })).map((pipe) => [pipe.name, pipe]));
  return PIPE_KEYS.map((key) => {
    const name = names[key];
    const found = present.get(name);
    if (found === undefined) return { name, state: "missing" };
    return { name, state: isSame(found, PIPES[key], model) ? "ok" : "different" };
  });
}

// Decisions with many alternatives and criteria need more than Langbase's thousand tokens.
const MAX_TOKENS = 8_000;
const TEMPERATURE = 0.7;

/** Whether everything that a push would set is set: prompt, JSON, temperature, room for the answer, and the model if named. */
function isSame(found: ListedPipe, { system }: PipePrompt, model: string | undefined): boolean {
  const prompt = found.messages?.find(({ role }) => role === "system")?.content;
  return (
    prompt === system &&
    found.json === true &&
    found.temperature === TEMPERATURE &&
    (found.max_tokens ?? 0) >= MAX_TOKENS &&
    (model === undefined || found.model === model)
  );
}

function definitionOf(name: string, { description, system }: PipePrompt) {
  return {
    name,
    description,
    status: "private" as const,
    json: true,
    stream: false,
    temperature: TEMPERATURE,
    max_tokens: MAX_TOKENS,
    messages: [{ role: "system" as const, content: system }],
  };
}
