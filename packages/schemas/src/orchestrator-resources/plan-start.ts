import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";
import { RETRY_PACES, LOST_POLICIES, TRIGGERS, WorkerLabel } from "./plan-node.ts";
import { count, idempotent, nullableText, text } from "./response-fields.ts";
import { OpenQuestion, RUN_STATES } from "./run-snapshot.ts";
import { idempotencyKey, Name, optionalDuration, optionalIdentifier } from "./tool-parameters.ts";

/** Longest wait of one call. */
export const LONGEST_WAIT_MS = 600_000;

const texts = z.array(z.string());

const Step = z.strictObject({
  id: Name.optional().describe("Default: step-1, step-2, …"),
  run: Name.optional().describe("Command line, such as npm test; no shell"),
  ask: Name.optional().describe("Instead of run: question to a person"),
  choices: texts.min(1).max(50).optional().describe("Answers to choose from"),
  prompt: Name.optional().describe("Instead of run: prompt for a model"),
  model: Name.optional().describe("provider/model"),
  after: texts.optional().describe("Steps before it; default: the one above; [] for none"),
  when: Name.optional().describe("Condition: nodes.test.exit_code == 0 && inputs.deploy"),
  trigger: z.enum(TRIGGERS).optional().describe("When to start after the steps before"),
  map_over: z
    .union([texts, z.string()])
    .optional()
    .describe("List or {{nodes.a.output}}: once per {{item}}"),
  retries: z.int().min(0).max(100).optional().describe("Further tries"),
  backoff: z.enum(RETRY_PACES).optional().describe("Pace of the tries"),
  retry_delay_ms: z.int().min(0).max(3_600_000).optional().describe("Wait before a try"),
  timeout_ms: optionalDuration("Per try; default 30 minutes"),
  cwd: Name.optional().describe("Working folder"),
  env: recordOf(z.string()).optional().describe("Environment variables"),
  stdin: z.string().optional().describe("Input of the command"),
  worker_label: WorkerLabel.optional().describe("Worker that runs it"),
  undo: Name.optional().describe("Command line that takes it back if the run fails"),
  on_lost: z.enum(LOST_POLICIES).optional().describe("When its process was lost"),
});
export type PlanStep = z.infer<typeof Step>;

export const PlanStartInput = z.strictObject({
  steps: z
    .array(Step)
    .min(1)
    .max(500)
    .describe("Texts may hold {{inputs.x}} and {{nodes.id.output}}"),
  name: optionalIdentifier("Title"),
  inputs: recordOf(z.unknown()).optional().describe("Values for {{inputs.x}}"),
  on_failure: z.enum(["stop", "continue"]).default("stop").describe("After a failed step"),
  max_parallel: z.int().min(1).max(64).default(4).describe("Steps at a time"),
  timeout_ms: optionalDuration("Whole run"),
  wait_ms: z
    .int()
    .min(0)
    .max(LONGEST_WAIT_MS)
    .default(30_000)
    .describe("Longest wait for the end; the run continues anyway"),
  idempotency_key: idempotencyKey,
});
export type PlanStartInput = z.infer<typeof PlanStartInput>;

const StepFailure = z.object({
  node_id: text,
  error: text,
  exit_code: z.int().nullable(),
  attempts: count,
  stdout_tail: text.optional(),
  stderr_tail: text.optional(),
  logs_uri: text.optional(),
});

/** `outputs` are the ends of what the last steps wrote; `failed` says why steps failed. */
export const PlanStartOutput = z.object({
  run_id: text,
  graph_id: text,
  state: z.enum(RUN_STATES),
  error: nullableText,
  progress: z.object({
    total: count,
    succeeded: count,
    failed: count,
    skipped: count,
    open: count,
  }),
  failed: z.array(StepFailure),
  needs_input: z.array(OpenQuestion).optional(),
  outputs: recordOf(text),
  events_uri: text,
  next: text.optional(),
  idempotent,
});
export type PlanStartOutput = z.infer<typeof PlanStartOutput>;
