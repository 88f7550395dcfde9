import type { Message } from "@faculties/providers";
import { type ConversationMessage, textOf } from "../domain/conversation-message.ts";

/** Messages in the form that all providers take. Images of earlier turns are left out for a model without sight. */
export function providerMessages(
  messages: readonly ConversationMessage[],
  canSee: boolean,
): Message[] {
  return messages.map((message) => {
    const { role, images } = message;
    const text = textOf(message);
    if (images.length === 0) return { role, content: text };
    if (!canSee) return { role, content: `${text}\n\n[${images.length} image(s) not shown]` };
    const parts = images.map((image) => ({ type: "image" as const, ...image }));
    return { role, content: [{ type: "text", text }, ...parts] };
  });
}
