import * as z from "zod";
import { isNestedAtMost } from "../primitives/json-depth.ts";
import { anyObject } from "../primitives/record-of.ts";
import { NodeAttributes } from "./node-attributes.ts";
import { type Attributes, Scalar } from "./scalar.ts";
import { duration, identifier } from "./tool-parameters.ts";

export const BEHAVIOUR_NODE_TYPES = [
  "sequence",
  "selector",
  "parallel",
  "retry",
  "timeout",
  "guard",
  "task",
] as const;

type Named = { id?: string | undefined };
type Composite = Named & { children: BehaviourNode[] };
type Decorator = Named & { child: BehaviourNode };

/** `needs`: children that must succeed; `equals`: a guard without it asks only that the key exists. */
export type BehaviourNode =
  | ({ type: "sequence" | "selector" } & Composite)
  | ({ type: "parallel"; needs?: number | undefined } & Composite)
  | ({ type: "retry"; attempts: number; delay_ms: number } & Decorator)
  | ({ type: "timeout"; timeout_ms: number } & Decorator)
  | ({ type: "guard"; key: string; equals?: Scalar | undefined } & Decorator)
  | ({ type: "task"; attributes: Attributes } & Named);

const id = z.string().min(1).optional();
const children = z.array(z.lazy(() => BehaviourNodeByType)).min(1);
const child = z.lazy(() => BehaviourNodeByType);

type BehaviourInput = Record<string, unknown>;

const BehaviourNodeByType: z.ZodType<BehaviourNode, BehaviourInput> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["sequence", "selector"]), id, children }),
  z.strictObject({ type: z.literal("parallel"), id, needs: z.int().min(1).optional(), children }),
  z.strictObject({
    type: z.literal("retry"),
    id,
    attempts: z.int().min(1).max(100),
    delay_ms: z.int().min(0).max(3_600_000).default(0),
    child,
  }),
  z.strictObject({ type: z.literal("timeout"), id, timeout_ms: duration("Limit"), child }),
  z.strictObject({
    type: z.literal("guard"),
    id,
    key: identifier("Blackboard key"),
    equals: Scalar.optional(),
    child,
  }),
  z.strictObject({ type: z.literal("task"), id, attributes: NodeAttributes.default({}) }),
]);

const DEEPEST_TREE = 128;

// Published without its recursion, which would cost more context than it is worth.
const PublishedTree = anyObject()
  .refine(
    (tree) => isNestedAtMost(tree, DEEPEST_TREE),
    `must not be nested deeper than ${DEEPEST_TREE} levels`,
  )
  .describe(
    "By type: sequence|selector|parallel {children}, retry {attempts, child}, " +
      "timeout {timeout_ms, child}, guard {key, equals?, child}, task {attributes}",
  ) as unknown;

/** A whole tree. A task's attributes say what it does, as those of a plan's node do. */
export const BehaviourTree = z.pipe(
  PublishedTree as z.ZodType<BehaviourInput, BehaviourInput>,
  BehaviourNodeByType,
);
