import type { ResourceChanges } from "@faculties/mcp-kit";

const PREFIX = "converse://conversations/";

export const METRICS_URI = "converse://metrics";
export const MODELS_URI = "converse://models";

/** A new turn of a conversation. */
export type ConversationChange = { id: string; messageCount: number };

export function conversationUri(id: string): string {
  return `${PREFIX}${id}`;
}

export function conversationIdOf(uri: string): string | undefined {
  return uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : undefined;
}

/** Reports new turns to the clients that subscribed. */
export function announceTo(changes: ResourceChanges) {
  return ({ id, messageCount }: ConversationChange): void => {
    changes.updated(conversationUri(id));
    changes.updated(METRICS_URI);
    if (messageCount === 2) changes.listChanged();
  };
}
