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
  description: "Keep others from changing a graph for ttl_ms; call again to extend",
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
