import * as z from "zod";

const portNames = z
  .string()
  .transform((list) => list.split(",").map((name) => name.trim()))
  .optional();
const degree = z.int().min(0).optional();

/** Metadata keys by which a graph asks for its invariants to be kept. */
export const GraphInvariants = z.object({
  acyclic: z.boolean().default(true),
  require_ports: z.boolean().default(false),
  max_in_degree: degree,
  max_out_degree: degree,
});
export type GraphInvariants = z.infer<typeof GraphInvariants>;

/** Node attributes: comma-separated port names, and limits that go before the graph's. */
export const NodePorts = z.object({
  in_ports: portNames,
  out_ports: portNames,
  max_in_degree: degree,
  max_out_degree: degree,
});
export type NodePorts = z.infer<typeof NodePorts>;

/** Edge attributes: the ports it joins, which must exist where the nodes declare any. */
export const EdgePorts = z.object({
  from_port: z.string().min(1).optional(),
  to_port: z.string().min(1).optional(),
});
export type EdgePorts = z.infer<typeof EdgePorts>;
