import { defineTool } from "@faculties/mcp-kit";
import {
  ResourcesReadInput,
  ResourcesReadOutput,
} from "@faculties/schemas/orchestrator-resources/resources-read";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { readResource, resourceNotFound } from "../resources/read-resource.ts";

export const resourcesReadTool = defineTool({
  name: "resources_read",
  title: "Read a resource",
  description:
    "Open one sc:// address and read its content: a graph, the events of a run, a child's log, a snapshot, the entries of a blackboard namespace. resources_list knows the addresses.",
  input: ResourcesReadInput,
  output: ResourcesReadOutput,
  annotations: READS,
  async run({ uri }, { database, graphs, blackboard, expire }: Context) {
    await expire();
    const stores = { graphs, blackboard, now: database.now };
    const found = await database.read((tx) => readResource(tx, stores, uri));
    if (!found) throw resourceNotFound(uri);
    return { uri, ...found };
  },
});
