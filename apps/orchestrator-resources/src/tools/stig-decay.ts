import { defineTool } from "@faculties/mcp-kit";
import {
  StigDecayInput,
  StigDecayOutput,
} from "@faculties/schemas/orchestrator-resources/stig-decay";
import { REPLACES } from "./annotations.ts";
import type { Context } from "../context.ts";
import { decayMarks } from "../store/stigmergy.ts";

export const stigDecayTool = defineTool({
  name: "stig_decay",
  title: "Decay marks",
  description:
    "Let the old pheromone marks fade (evaporate) now: store what is left of them and drop negligible ones.",
  input: StigDecayInput,
  output: StigDecayOutput,
  annotations: REPLACES,
  async run({ half_life_ms }, { database, settings }: Context) {
    const halfLifeMs = half_life_ms ?? settings.timings.stigHalfLifeMs;
    const outcome = await database.write((tx, outbox) => decayMarks(tx, outbox.now, halfLifeMs));
    return { half_life_ms: halfLifeMs, ...outcome };
  },
});
