const PREFIX = "converse://conversations/";

export const METRICS_URI = "converse://metrics";

export function conversationUri(id: string): string {
  return `${PREFIX}${id}`;
}

export function conversationIdOf(uri: string): string | undefined {
  return uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : undefined;
}
