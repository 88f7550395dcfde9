import type { Message, ModelRequest } from "../model-provider.ts";

/** Replaces the agents' own instructions, which are about writing code with tools. */
export const NEUTRAL_INSTRUCTIONS = "Answer the user's message directly, in text alone.";

/** The messages as one prompt: a single message unchanged, several as a transcript. */
export function cliPrompt({ messages }: ModelRequest): string {
  const [first, ...others] = messages;
  if (first !== undefined && others.length === 0) return textOf(first);
  const transcript = messages.map(
    (message) => `<${message.role}>\n${textOf(message)}\n</${message.role}>`,
  );
  return [
    "This is a conversation, oldest message first. Write the assistant's next message.",
    ...transcript,
  ].join("\n\n");
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** The JSON object in an output that may also have notices before and after it; undefined if there is none. */
export function parseJsonObject(text: string): unknown {
  const start = text.search(/^[ \t]*\{/m);
  const end = text.lastIndexOf("}");
  return start < 0 ? undefined : parseJson(text.slice(start, end + 1));
}

/** The JSON values of an output with one value per line. Skips other lines, which are notices. */
export function parseJsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .map(parseJson)
    .filter((value) => value !== undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
