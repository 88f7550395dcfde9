import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { NodeAttributes } from "./node-attributes.ts";
import { count, idempotent, text } from "./response-fields.ts";
import { Attributes } from "./scalar.ts";
import { idempotencyKey, identifier, Name, optionalIdentifier } from "./tool-parameters.ts";

const label = z.string().optional();
const attributes = Attributes.default({});

const NodeInput = z.strictObject({
  id: identifier("Name of the node, which edges refer to"),
  label: label.describe("Title, for people"),
  attributes: NodeAttributes.default({}),
});
const EdgeInput = describedObject(
  "{from, to, label?, weight?, attributes?}",
  z.strictObject({ from: Name, to: Name, label, weight: amount().optional(), attributes }),
);

/** A graph as callers may write it. */
export const GraphDocument = z.strictObject({
  name: Name,
  nodes: z.array(NodeInput),
  edges: z.array(EdgeInput),
  metadata: Attributes,
});

export const GraphCreateInput = z.strictObject({
  name: identifier("Name of the graph, for people"),
  graph_id: optionalIdentifier("Id of your choice (default: a new one)"),
  nodes: GraphDocument.shape.nodes.default([]).describe("Tasks or other things; a task has a kind"),
  edges: GraphDocument.shape.edges
    .default([])
    .describe("Dependencies: to starts when from has succeeded"),
  metadata: Attributes.default({}).describe("Data about the graph, as you like"),
  idempotency_key: idempotencyKey,
});
export type GraphCreateInput = z.infer<typeof GraphCreateInput>;

export const GraphCreateOutput = z.object({
  graph_id: text,
  version: count,
  node_count: count,
  edge_count: count,
  uri: text,
  idempotent,
});
export type GraphCreateOutput = z.infer<typeof GraphCreateOutput>;
