import * as z from "zod";
import { RunSnapshot } from "./run-snapshot.ts";
import { optionalDuration } from "./tool-parameters.ts";

export const JOIN_POLICIES = ["all", "first_success", "quorum"] as const;

export const PlanJoinInput = z
  .strictObject({
    run_ids: z.array(z.string()).min(1).max(64).describe("Ids of the runs to wait for"),
    policy: z
      .enum(JOIN_POLICIES)
      .default("all")
      .describe("Wait for all, the first to end, the first success, or a quorum"),
    quorum: z.int().min(1).max(64).optional().describe("How many successes make a quorum"),
    timeout_ms: optionalDuration("Longest time to wait, in milliseconds"),
    until: z
      .string()
      .regex(/^(ended|needs_input|node:.+)$/s, "must be ended, needs_input or node:<id>")
      .default("ended")
      .describe(
        "Return already when a run asks something (needs_input) or a task ends (node:<id>)",
      ),
    include_nodes: z
      .boolean()
      .default(false)
      .describe("Also report each task with its state and error"),
  })
  .refine(({ policy, quorum }) => policy !== "quorum" || quorum !== undefined, {
    path: ["quorum"],
    error: "quorum is required by this policy",
  });
export type PlanJoinInput = z.infer<typeof PlanJoinInput>;

export const PlanJoinOutput = z.object({
  satisfied: z.boolean(),
  timed_out: z.boolean(),
  runs: z.array(RunSnapshot),
});
export type PlanJoinOutput = z.infer<typeof PlanJoinOutput>;
