import { defineTool } from "@faculties/mcp-kit";
import { StigMarkInput, StigMarkOutput } from "@faculties/schemas/orchestrator-resources/stig-mark";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { marksKey } from "../store/lock-keys.ts";
import { addMark } from "../store/stigmergy.ts";

export const stigMarkTool = defineTool({
  name: "stig_mark",
  title: "Mark a node",
  description:
    "Leave a mark (pheromone, trace) on a node or file that fades with time, such as a hot spot, for the other agents to notice.",
  input: StigMarkInput,
  output: StigMarkOutput,
  annotations: ADDS,
  run: ({ node_id: nodeId, type, intensity }, { database, settings }: Context) =>
    database.write(
      (tx, outbox) =>
        addMark(tx, outbox.now, { nodeId, type, intensity }, settings.timings.stigHalfLifeMs),
      { locks: [marksKey(nodeId)] },
    ),
});
