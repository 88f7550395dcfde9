import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { ChildSpec } from "./child-spec.ts";
import { count, texts } from "./response-fields.ts";
import { atLeast } from "./tool-parameters.ts";

const poolSize = z.int().min(0).max(64);

export const AgentAutoscaleSetInput = z
  .strictObject({
    min: poolSize.describe("Fewest worker processes"),
    max: poolSize.describe("Most worker processes; 0 switches it off"),
    worker: describedObject("As child_create takes it; required if max > 0", ChildSpec).optional(),
    backlog_per_worker: z
      .int()
      .min(1)
      .max(10_000)
      .default(2)
      .describe("Waiting tasks for each worker"),
    cooldown_ms: atLeast(0).optional().describe("Milliseconds between two changes"),
  })
  .refine(({ min, max }) => min <= max, { path: ["min"], error: "min must not exceed max" })
  .refine(({ max, worker }) => max === 0 || worker !== undefined, {
    path: ["worker"],
    error: "worker is required if max > 0",
  });
export type AgentAutoscaleSetInput = z.infer<typeof AgentAutoscaleSetInput>;

export const AgentAutoscaleSetOutput = z.object({
  min: count,
  max: count,
  cooldown_ms: count,
  backlog_per_worker: count,
  workers: texts,
  backlog: count,
});
export type AgentAutoscaleSetOutput = z.infer<typeof AgentAutoscaleSetOutput>;
