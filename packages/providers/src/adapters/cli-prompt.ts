import type { Message, ModelRequest } from "../model-provider.ts";

/** Stands in for the agents' own instructions, which are about writing code with tools. */
export const NEUTRAL_INSTRUCTIONS = "Answer the user's message directly, in text alone.";

/** The messages as one prompt: a single one as it is, several as a transcript. */
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
