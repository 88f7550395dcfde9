import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { jsonTextOfList, NodeAttributes } from "./node-attributes.ts";
import { AttributeChanges, Attributes, Scalar } from "./scalar.ts";
import { Name } from "./tool-parameters.ts";

const label = z.string().optional();

/** One change of a graph. A null value removes the attribute or metadata key. */
const GraphOperationByKind = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("add_node"),
    id: Name,
    label,
    attributes: NodeAttributes.optional(),
  }),
  z.strictObject({ op: z.literal("remove_node"), id: Name }),
  z.strictObject({ op: z.literal("rename_node"), id: Name, new_id: Name }),
  z.strictObject({
    op: z.literal("add_edge"),
    from: Name,
    to: Name,
    label,
    weight: amount().optional(),
    attributes: Attributes.optional(),
  }),
  z.strictObject({ op: z.literal("remove_edge"), from: Name, to: Name }),
  z.strictObject({
    op: z.literal("set_node_attribute"),
    id: Name,
    key: Name,
    value: z.preprocess(jsonTextOfList, Scalar.nullable()),
  }),
  z.strictObject({
    op: z.literal("set_edge_attribute"),
    from: Name,
    to: Name,
    key: Name,
    value: Scalar.nullable(),
  }),
  z.strictObject({
    op: z.literal("patch_metadata"),
    metadata: AttributeChanges,
  }),
]);
export type GraphOperation = z.infer<typeof GraphOperationByKind>;

/** The same where another tool's schema tells it already. */
export const FurtherGraphOperation = describedObject(
  "As graph_mutate takes it",
  GraphOperationByKind,
);

export const GraphOperation = describedObject(
  "{op, …}: add_node id, label?, attributes?; remove_node id; rename_node id, new_id; " +
    "add_edge from, to, label?, weight?, attributes?; remove_edge from, to; " +
    "set_node_attribute id, key, value; set_edge_attribute from, to, key, value; " +
    "patch_metadata metadata. null removes",
  GraphOperationByKind,
);
