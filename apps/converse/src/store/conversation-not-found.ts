import { CodedError } from "@faculties/errors";
import { shownName } from "../domain/shown-name.ts";

export function conversationNotFound(id: string): CodedError {
  return new CodedError(
    "CONVERSATION_NOT_FOUND",
    `Conversation not found: ${shownName(id)}. It may have expired. Leave continuation_id out to begin a new one.`,
  );
}
