import { defineTool } from "@faculties/mcp-kit";
import {
  ResourcesListInput,
  ResourcesListOutput,
} from "@faculties/schemas/orchestrator-resources/resources-list";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor } from "../domain/cursor.ts";
import { listResources } from "../store/resources.ts";

export const resourcesListTool = defineTool({
  name: "resources_list",
  title: "List resources",
  description:
    "List all addresses (sc:// URIs) that can be read as resources: graphs and their versions, runs, logs of children, snapshots, blackboard namespaces. Read one with resources_read.",
  input: ResourcesListInput,
  output: ResourcesListOutput,
  annotations: READS,
  async run({ prefix, limit, cursor }, { database, expire }: Context) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    await expire();
    const { items, next } = await database.read((tx) =>
      listResources(tx, { prefix, after, limit }),
    );
    return {
      items: items.map(({ uri, kind, metadata }) => ({ uri, kind, ...(metadata && { metadata }) })),
      ...(next !== undefined && { next_cursor: encodeCursor(next) }),
    };
  },
});
