import type { ModelEntry } from "./model-entry.ts";
import type { JsonSchemaFormat, Message, ModelRequest } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";
import { isFields } from "./vendor-error.ts";

/** The temperature to send, if any; `whenUnlisted` says whether to send it to a model that the registry does not know. */
export function acceptedTemperature(
  entry: ModelEntry | undefined,
  { temperature }: ModelRequest,
  { whenUnlisted }: { whenUnlisted: boolean },
): number | undefined {
  return (entry?.temperature ?? whenUnlisted) ? temperature : undefined;
}

/** The limit to send, if any, at most the model's own. */
export function acceptedOutputTokens(
  entry: ModelEntry | undefined,
  { maxOutputTokens }: ModelRequest,
): number | undefined {
  if (maxOutputTokens === undefined) return undefined;
  return Math.min(maxOutputTokens, entry?.outputTokens ?? maxOutputTokens);
}

/**
 * A schema in the form of OpenAI and the servers like it. `strict` makes them enforce it, which they do only for schemas
 * whose objects are closed and require every property.
 */
export function strictSchema({ name, schema }: JsonSchemaFormat) {
  return { name, schema: { ...schema }, strict: isClosed(schema) };
}

function isClosed(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isClosed);
  if (!isFields(schema)) return true;
  const { properties, required, additionalProperties } = schema;
  if (isFields(properties)) {
    const names = Array.isArray(required) ? required : [];
    const isWhole = Object.keys(properties).every((name) => names.includes(name));
    if (!isWhole || additionalProperties !== false) return false;
    if (!Object.values(properties).every(isClosed)) return false;
  }
  return Object.entries(schema).every(([key, part]) => key === "properties" || isClosed(part));
}

/** Whether to give the model its web search. Rejects a model that is known to have none, which would only guess. */
export function wantsWebSearch(
  provider: string,
  entry: ModelEntry | undefined,
  request: ModelRequest,
): boolean {
  if (request.webSearch !== true) return false;
  if (entry?.webSearch === false) {
    throw new ProviderError(
      "INVALID_INPUT",
      `${request.model} cannot search the web. Choose another model or leave web search off.`,
      { details: { provider } },
    );
  }
  return true;
}

/** Refuses PDF files for a vendor that takes none. */
export function refuseDocuments(provider: string, { messages }: ModelRequest): void {
  if (messages.every(({ documents = [] }) => documents.length === 0)) return;
  throw new ProviderError(
    "INVALID_INPUT",
    `${provider} takes no PDF files. Choose a model of OpenAI, Google, Anthropic or OpenRouter, or give the text.`,
    { details: { provider } },
  );
}

/** The text of an assistant's message, for vendors that take only text there. */
export function assistantText(content: Exclude<Message["content"], string>): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
