import { cursorNumber, type ResourceCatalog } from "@faculties/mcp-kit";
import type { ConverseContext } from "../context.ts";
import {
  conversationIdOf,
  conversationUri,
  METRICS_URI,
} from "../conversation/conversation-uri.ts";
import { describeTranscript } from "../conversation/describe-conversation.ts";
import { readMetrics } from "./read-metrics.ts";

const PAGE = 50;
const JSON_TYPE = "application/json";

const metricsEntry = {
  uri: METRICS_URI,
  name: "metrics",
  title: "Metrics",
  description: "Response times, tokens, errors and concurrency per provider over the last 7 days",
  mimeType: JSON_TYPE,
};

/** Conversations, the last used first, and the metrics. */
export const resources: ResourceCatalog<ConverseContext> = {
  templates: [
    {
      uriTemplate: conversationUri("{id}"),
      name: "conversation",
      title: "Conversation",
      description: "All that was said in a conversation, by its continuation id",
      mimeType: JSON_TYPE,
    },
  ],
  async list({ store }, cursor) {
    const before = cursorNumber(cursor);
    const page = await (await store()).list(PAGE, before);
    const entries = page.conversations.map(({ id, title }) => ({
      uri: conversationUri(id),
      name: id,
      title,
      mimeType: JSON_TYPE,
    }));
    return {
      entries: before === undefined ? [metricsEntry, ...entries] : entries,
      nextCursor: page.next === undefined ? undefined : String(page.next),
    };
  },
  async read(uri, { store }) {
    if (uri === METRICS_URI) return json(await readMetrics(await store()));
    const id = conversationIdOf(uri);
    const found = id === undefined ? undefined : await (await store()).transcript(id);
    if (found === undefined) return undefined;
    return json(describeTranscript(found));
  },
  watch({ store, feed, log }, _changes, signal) {
    store()
      .then((opened) => feed.watch(opened, signal))
      .catch((error: unknown) => log.warn("changes of others are not followed", { error }));
  },
};

function json(value: unknown) {
  return { mimeType: JSON_TYPE, text: JSON.stringify(value, null, 2) };
}
