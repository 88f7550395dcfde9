import * as z from "zod";
import { identifier, optionalDuration } from "./tool-parameters.ts";
import { Scalar } from "./scalar.ts";

export const PLAN_NODE_KINDS = [
  "noop",
  "child",
  "bb_set",
  "wait",
  "graph",
  "ask",
  "agent",
] as const;
export type PlanNodeKind = (typeof PLAN_NODE_KINDS)[number];

export const TRIGGERS = ["all_success", "all_done", "any_failed"] as const;
export const LOST_POLICIES = ["retry", "fail", "ask"] as const;
export const RETRY_PACES = ["fixed", "exponential"] as const;

/**
 * `when` is a condition, `map_over` a JSON list or a template that gives one, `undo` the command line that takes the node
 * back. `on_lost` decides about a try whose process died.
 */
const everyKind = {
  retries: z.int().min(0).max(100).optional(),
  retry_delay_ms: z.int().min(0).max(3_600_000).default(0),
  max_retry_delay_ms: z.int().min(0).max(86_400_000).optional(),
  backoff: z.enum(RETRY_PACES).optional(),
  timeout_ms: optionalDuration("Per try"),
  when: identifier("Condition").optional(),
  trigger: z.enum(TRIGGERS).optional(),
  on_lost: z.enum(LOST_POLICIES).optional(),
  map_over: identifier("List").optional(),
  max_parallel: z.int().min(1).max(64).optional(),
  undo: identifier("Command line").optional(),
};

/** A year. */
const LONGEST_WAIT_MS = 31_622_400_000;

const Noop = z.object({ kind: z.literal("noop"), ...everyKind });

/** The label that tells workers apart: letters, digits, dots, dashes and underscores. */
export const WorkerLabel = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.-]{0,49}$/,
    "must be at most 50 letters, digits, dots, dashes and underscores",
  );

/**
 * `args` and `env` are JSON text, as attributes hold scalars only. With `worker_label` a worker with that label
 * runs it, on whichever host that is.
 */
const ChildNode = z.object({
  kind: z.literal("child"),
  command: identifier("Program"),
  args: jsonText(z.array(z.string())).default([]),
  env: jsonText(z.record(z.string(), z.string())).default({}),
  cwd: z.string().optional(),
  stdin: z.string().optional(),
  role: z.string().optional(),
  worker_label: WorkerLabel.optional(),
  label_limit: z.int().min(1).max(1_024).optional(),
  max_silence_ms: optionalDuration("Ended after silence of"),
  ...everyKind,
});

/** `value` is a scalar; `value_json` is JSON text for anything else. `tags` are comma-separated. */
const BlackboardNode = z
  .object({
    kind: z.literal("bb_set"),
    key: identifier("Key"),
    value: Scalar.optional(),
    value_json: jsonText(z.unknown()).optional(),
    tags: z.string().default(""),
    ttl_ms: optionalDuration("Expires after"),
    ...everyKind,
  })
  .refine((node) => (node.value === undefined) !== (node.value_json === undefined), {
    path: ["value"],
    error: "exactly one of value and value_json is required",
  });

const WaitNode = z.object({
  kind: z.literal("wait"),
  ms: z.int().min(0).max(LONGEST_WAIT_MS),
  ...everyKind,
});

const NestedGraphNode = z.object({
  kind: z.literal("graph"),
  graph_id: identifier("Graph"),
  version: z.int().min(1).optional(),
  inputs: jsonText(z.record(z.string(), z.unknown())).optional(),
  ...everyKind,
});

/** Waits for a person: for one of the choices where there are any, until the deadline, after which the default counts. */
const AskNode = z
  .object({
    kind: z.literal("ask"),
    question: identifier("Question"),
    choices: jsonText(z.array(z.string().min(1)).min(1).max(50)).optional(),
    deadline_ms: z.int().min(1).max(LONGEST_WAIT_MS).optional(),
    default: z.string().optional(),
    ...everyKind,
  })
  .refine(
    ({ choices, default: usual }) => !choices || usual === undefined || choices.includes(usual),
    { path: ["default"], error: "must be one of the choices" },
  );

/** A prompt for a model; its reply is the node's output, an object when `json_schema` is given. */
const AgentNode = z.object({
  kind: z.literal("agent"),
  prompt: identifier("Prompt"),
  model: identifier("Model").optional(),
  system: z.string().optional(),
  json_schema: jsonText(z.record(z.string(), z.unknown())).optional(),
  max_tokens: z.int().min(1).optional(),
  ...everyKind,
});

const PlanNodeByKind = z.discriminatedUnion("kind", [
  Noop,
  ChildNode,
  BlackboardNode,
  WaitNode,
  NestedGraphNode,
  AskNode,
  AgentNode,
]);

/** The attributes that mean something to a run, by the kind of the node. */
export const PLAN_ATTRIBUTES: Record<PlanNodeKind, readonly string[]> = {
  noop: Object.keys(Noop.shape),
  child: Object.keys(ChildNode.shape),
  bb_set: Object.keys(BlackboardNode.shape),
  wait: Object.keys(WaitNode.shape),
  graph: Object.keys(NestedGraphNode.shape),
  ask: Object.keys(AskNode.shape),
  agent: Object.keys(AgentNode.shape),
};

/** Attributes that hold JSON as text. */
export const JSON_ATTRIBUTES: ReadonlySet<string> = new Set([
  "args",
  "env",
  "value_json",
  "choices",
  "inputs",
  "json_schema",
  "map_over",
]);

/** The action of a run at a node, read from its attributes; nothing without `kind`. Other attributes are ignored. */
export const PlanNode = z.preprocess(
  (attributes) =>
    typeof attributes === "object" && attributes !== null
      ? { kind: "noop", ...attributes }
      : attributes,
  PlanNodeByKind,
);
export type PlanNode = z.infer<typeof PlanNodeByKind>;

function jsonText<Value extends z.ZodType>(value: Value) {
  return z
    .string()
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.issues.push({ code: "custom", message: "must be JSON text", input: json });
        return z.NEVER;
      }
    })
    .pipe(value);
}
