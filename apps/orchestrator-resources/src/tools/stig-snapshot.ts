import { defineTool } from "@faculties/mcp-kit";
import {
  StigSnapshotInput,
  StigSnapshotOutput,
} from "@faculties/schemas/orchestrator-resources/stig-snapshot";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { listMarks } from "../store/stigmergy.ts";

export const stigSnapshotTool = defineTool({
  name: "stig_snapshot",
  title: "List marks",
  description:
    "Show which nodes have the strongest pheromone marks at the moment, the levels after fading.",
  input: StigSnapshotInput,
  output: StigSnapshotOutput,
  annotations: READS,
  async run(input, { database, settings }: Context) {
    const fading = { now: database.now(), halfLifeMs: settings.timings.stigHalfLifeMs };
    const marks = await database.query((tx) => listMarks(tx, input, fading));
    return { half_life_ms: fading.halfLifeMs, ...marks };
  },
});
