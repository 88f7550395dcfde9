import { defineTool } from "@faculties/mcp-kit";
import { ChildGcInput, ChildGcOutput } from "@faculties/schemas/orchestrator-resources/child-gc";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { childLogsUri } from "../domain/resource-uri.ts";
import { collectChildren } from "../store/children.ts";

export const childGcTool = defineTool({
  name: "child_gc",
  title: "Forget children",
  description:
    "Clean up: forget processes that ended or finished, and delete their old logs. Running ones stay.",
  input: ChildGcInput,
  output: ChildGcOutput,
  annotations: ENDS,
  async run({ older_than_ms }, { database, feed }: Context) {
    const { removed, remaining } = await database.write((tx, outbox) =>
      collectChildren(tx, outbox.now - older_than_ms),
    );
    if (removed.length > 0) feed.publish(removed.map(childLogsUri), true);
    return { removed, count: removed.length, remaining };
  },
});
