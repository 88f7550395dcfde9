import { defineTool } from "@faculties/mcp-kit";
import {
  GraphUnlockInput,
  GraphUnlockOutput,
} from "@faculties/schemas/orchestrator-resources/graph-unlock";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { graphKey } from "../store/lock-keys.ts";
import { releaseLock } from "../store/graph-locks.ts";

export const graphUnlockTool = defineTool({
  name: "graph_unlock",
  title: "Unlock a graph",
  description: "Release your lock (reservation) on a graph, so that others may edit it again.",
  input: GraphUnlockInput,
  output: GraphUnlockOutput,
  annotations: SETS,
  run: ({ graph_id: graphId, holder }, { database }: Context) =>
    database.write((tx, outbox) => releaseLock(tx, outbox.now, { graphId, holder }), {
      locks: [graphKey(graphId)],
    }),
});
