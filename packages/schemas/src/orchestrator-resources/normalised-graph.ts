import * as z from "zod";
import { text } from "./response-fields.ts";
import { Attributes } from "./scalar.ts";

export const NormalisedNode = z.object({
  id: text,
  label: text.optional(),
  attributes: Attributes,
});
export type NormalisedNode = z.infer<typeof NormalisedNode>;

export const NormalisedEdge = z.object({
  from: text,
  to: text,
  label: text.optional(),
  weight: z.number().optional(),
  attributes: Attributes,
});
export type NormalisedEdge = z.infer<typeof NormalisedEdge>;

export const NormalisedGraph = z.object({
  name: text,
  graphId: text,
  graphVersion: z.int().min(0),
  nodes: z.array(NormalisedNode),
  edges: z.array(NormalisedEdge),
  metadata: Attributes,
});
export type NormalisedGraph = z.infer<typeof NormalisedGraph>;
