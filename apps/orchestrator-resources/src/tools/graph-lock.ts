import { defineTool } from "@faculties/mcp-kit";
import {
  GraphLockInput,
  GraphLockOutput,
} from "@faculties/schemas/orchestrator-resources/graph-lock";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { graphKey } from "../store/lock-keys.ts";
import { acquireLock } from "../store/graph-locks.ts";

export const graphLockTool = defineTool({
  name: "graph_lock",
  title: "Lock a graph",
  description:
    "Lock (reserve) a graph for yourself for a time so that nobody else, no other agent, can edit or change it. Call it again to extend.",
  input: GraphLockInput,
  output: GraphLockOutput,
  annotations: SETS,
  run: ({ graph_id: graphId, holder, ttl_ms: ttlMs }, { database, graphs }: Context) =>
    database.write(
      async (tx, outbox) => {
        await graphs.loadForChange(tx, outbox, graphId);
        return acquireLock(tx, outbox.now, { graphId, holder, ttlMs });
      },
      { locks: [graphKey(graphId)] },
    ),
});
