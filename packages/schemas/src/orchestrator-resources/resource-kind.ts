import * as z from "zod";

export const RESOURCE_KINDS = [
  "graph",
  "graph_version",
  "run_events",
  "child_logs",
  "snapshot",
  "blackboard_namespace",
] as const;

export const ResourceKind = z.enum(RESOURCE_KINDS);
export type ResourceKind = z.infer<typeof ResourceKind>;
