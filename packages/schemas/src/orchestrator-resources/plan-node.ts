import * as z from "zod";
import { identifier, optionalDuration } from "./tool-parameters.ts";
import { Scalar } from "./scalar.ts";

export const PLAN_NODE_KINDS = ["noop", "child", "bb_set", "wait", "graph"] as const;
export type PlanNodeKind = (typeof PLAN_NODE_KINDS)[number];

const everyKind = {
  retries: z.int().min(0).max(100).optional(),
  retry_delay_ms: z.int().min(0).max(3_600_000).default(0),
  timeout_ms: optionalDuration("Per try"),
};

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
  ms: z.int().min(0).max(2_147_483_647),
  ...everyKind,
});

const NestedGraphNode = z.object({
  kind: z.literal("graph"),
  graph_id: identifier("Graph"),
  version: z.int().min(1).optional(),
  max_parallel: z.int().min(1).max(64).optional(),
  ...everyKind,
});

const PlanNodeByKind = z.discriminatedUnion("kind", [
  Noop,
  ChildNode,
  BlackboardNode,
  WaitNode,
  NestedGraphNode,
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
