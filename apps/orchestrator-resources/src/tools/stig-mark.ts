import { defineTool } from "@faculties/mcp-kit";
import { StigMarkInput, StigMarkOutput } from "@faculties/schemas/orchestrator-resources/stig-mark";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { marksKey } from "../store/lock-keys.ts";
import { addMark } from "../store/stigmergy.ts";

export const stigMarkTool = defineTool({
  name: "stig_mark",
  title: "Mark a node",
  description: "Leave a mark that fades",
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
