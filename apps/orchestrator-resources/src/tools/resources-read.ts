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
  description: "Read one sc:// resource",
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
