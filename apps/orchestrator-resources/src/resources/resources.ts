import type { ResourceCatalog, ResourceTemplate } from "@faculties/mcp-kit";
import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor } from "../domain/cursor.ts";
import { KIND_TITLES } from "../domain/resource-uri.ts";
import { listResources } from "../store/resources.ts";
import { readResource } from "./read-resource.ts";

const PAGE = 200;
const JSON_TYPE = "application/json";

/** The same registry that the `resources_*` tools show, for clients that know resources. */
export const resources: ResourceCatalog<Context> = {
  templates: [
    template("graph", "sc://graphs/{graphId}", "Latest version of a graph"),
    template("graph_version", "sc://graphs/{graphId}@v{version}", "One version of a graph"),
    template("snapshot", "sc://snapshots/{graphId}/{txId}", "A transaction, before and after"),
    template("run_events", "sc://runs/{runId}/events", "Newest events of a run"),
    template("child_logs", "sc://children/{childId}/logs", "Newest output of a child process"),
    template("blackboard_namespace", "sc://blackboard/{namespace}", "Entries of a namespace"),
  ],
  async list({ ready, expire, database }, cursor) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    await ready();
    await expire();
    const { items, next } = await database.read((tx) => listResources(tx, { after, limit: PAGE }));
    return {
      entries: items.map(({ uri, kind, metadata }) => ({
        uri,
        name: uri.slice("sc://".length),
        title: `${KIND_TITLES[kind]} ${decodeURIComponent(uri.split("/")[3] ?? "")}`,
        mimeType: JSON_TYPE,
        ...(metadata && { description: JSON.stringify(metadata) }),
      })),
      nextCursor: next === undefined ? undefined : encodeCursor(next),
    };
  },
  async read(uri, { ready, expire, database, graphs, blackboard }) {
    await ready();
    await expire();
    const stores = { graphs, blackboard, now: database.now };
    const found = await database.read((tx) => readResource(tx, stores, uri));
    return found && { mimeType: JSON_TYPE, text: JSON.stringify(found.payload) };
  },
  watch({ feed, database, log }, _, signal) {
    feed.follow(database, log, signal);
  },
};

function template(kind: ResourceKind, uriTemplate: string, description: string): ResourceTemplate {
  return { name: kind, title: KIND_TITLES[kind], uriTemplate, description, mimeType: JSON_TYPE };
}
