import { cursorNumber, type ResourceCatalog } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { conversationIdOf, conversationUri, METRICS_URI, MODELS_URI } from "./resource-uris.ts";
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

const modelsEntry = {
  uri: MODELS_URI,
  name: "models",
  title: "Models",
  description: "The models that can be asked here, with aliases, windows, prices and end dates",
  mimeType: JSON_TYPE,
};

/** Conversations, the last used first, and the metrics. */
export const resources: ResourceCatalog<Context> = {
  templates: [
    {
      uriTemplate: conversationUri("{id}"),
      name: "conversation",
      title: "Conversation",
      description: "All that was said in a conversation, by its continuation id",
      mimeType: JSON_TYPE,
    },
  ],
  async list(context, cursor) {
    const before = cursorNumber(cursor);
    const { listAlive } = await import("../conversations/read-conversations.ts");
    const page = await listAlive(context, { limit: PAGE, before });
    const entries = page.conversations.map(({ id, title, updated_at: lastModified }) => ({
      uri: conversationUri(id),
      name: id,
      title,
      mimeType: JSON_TYPE,
      annotations: { lastModified },
    }));
    return {
      entries: before === undefined ? [metricsEntry, modelsEntry, ...entries] : entries,
      nextCursor: page.next === undefined ? undefined : String(page.next),
    };
  },
  async read(uri, context) {
    if (uri === METRICS_URI) return json(await readMetrics(context));
    if (uri === MODELS_URI) {
      const models = await context.models();
      await models.registry.refresh();
      const { describeModels } = await import("../commands/models.ts");
      const ready = describeModels(models).filter((model) => model.ready);
      return json({ models: ready, also_listed: models.registry.others });
    }
    const id = conversationIdOf(uri);
    if (id === undefined) return undefined;
    const { readTranscript } = await import("../conversations/read-conversations.ts");
    const transcript = await readTranscript(context, id);
    return transcript && json(transcript);
  },
  watch(context, changes, signal) {
    import("./watch-changes.ts")
      .then(({ watchChanges }) => watchChanges(context, changes, signal))
      .catch((error: unknown) =>
        context.log.warn("changes of other processes are not followed", { error }),
      );
  },
};

function json(value: unknown) {
  return { mimeType: JSON_TYPE, text: JSON.stringify(value, null, 2) };
}
