import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { count, idempotent, text } from "./response-fields.ts";
import { Attributes } from "./scalar.ts";
import { idempotencyKey, identifier, Name, optionalIdentifier } from "./tool-parameters.ts";

const label = z.string().optional();
const attributes = Attributes.default({});

const NodeInput = describedObject(
  "{id, label?, attributes?: scalars}",
  z.strictObject({ id: Name, label, attributes }),
);
const EdgeInput = describedObject(
  "{from, to, label?, weight?, attributes?: scalars}",
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
  name: identifier("Name"),
  graph_id: optionalIdentifier("Id (default: made up)"),
  nodes: GraphDocument.shape.nodes.default([]).describe("Nodes"),
  edges: GraphDocument.shape.edges.default([]).describe("Edges"),
  metadata: Attributes.default({}).describe("Data of the graph"),
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
