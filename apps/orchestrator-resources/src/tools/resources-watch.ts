import { defineTool, JsonResult } from "@faculties/mcp-kit";
import {
  ResourcesWatchInput,
  ResourcesWatchOutput,
} from "@faculties/schemas/orchestrator-resources/resources-watch";
import type { Context } from "../context.ts";
import { parseResourceUri } from "../domain/resource-uri.ts";
import { watchResource } from "../resources/read-resource.ts";
import { pageBounds } from "../store/streams.ts";
import { READS } from "./annotations.ts";

export const resourcesWatchTool = defineTool({
  name: "resources_watch",
  title: "Watch a resource",
  description:
    "Follow the events of a run, a child's log or a blackboard namespace by its sc:// address as they arrive: one page of what is new since a sequence number. Call it again with next_seq as from_seq. To filter events of all runs use events_subscribe.",
  input: ResourcesWatchInput,
  output: ResourcesWatchOutput,
  annotations: READS,
  async run({ uri, from_seq: fromSeq, limit }, { database, expire }: Context) {
    // Of what can be watched, only entries of the blackboard end by themselves.
    if (parseResourceUri(uri)?.kind === "blackboard_namespace") await expire();
    const { kind, page } = await database.read((tx) => watchResource(tx, uri, { fromSeq, limit }));
    const events = page.entries.map(({ json }) => json).join(",");
    const bounds = JSON.stringify(pageBounds(page, fromSeq)).slice(1);
    return new JsonResult(
      `{"uri":${JSON.stringify(uri)},"kind":"${kind}","events":[${events}],${bounds}`,
    );
  },
});
