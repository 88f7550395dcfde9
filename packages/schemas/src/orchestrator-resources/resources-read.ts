import * as z from "zod";
import { BlackboardEntrySnapshot } from "./blackboard-entry.ts";
import { ResourceChildLogEntry } from "./child-log-entry.ts";
import { NormalisedGraph } from "./normalised-graph.ts";
import { ResourceKind } from "./resource-kind.ts";
import { count, instant, nullableInstant, text } from "./response-fields.ts";
import { ResourceRunEvent } from "./run-event.ts";
import { TRANSACTION_STATES } from "./transaction.ts";

export const ResourcesReadInput = z.strictObject({
  uri: z.string().min(1).describe("Address of the resource, sc://…"),
});
export type ResourcesReadInput = z.infer<typeof ResourcesReadInput>;

const SnapshotPayload = z.object({
  graphId: text,
  txId: text,
  baseVersion: count,
  startedAt: instant,
  state: z.enum(TRANSACTION_STATES),
  committedAt: nullableInstant,
  finalVersion: count.nullable(),
  baseGraph: NormalisedGraph,
  finalGraph: NormalisedGraph.nullable(),
});

const GraphPayload = z.object({
  graphId: text,
  version: count,
  committedAt: nullableInstant,
  graph: NormalisedGraph,
});

export const ResourcePayload = z.union([
  GraphPayload,
  SnapshotPayload,
  z.object({ runId: text, events: z.array(ResourceRunEvent) }),
  z.object({ childId: text, logs: z.array(ResourceChildLogEntry) }),
  z.object({ namespace: text, entries: z.array(BlackboardEntrySnapshot) }),
]);
export type ResourcePayload = z.infer<typeof ResourcePayload>;

export const ResourcesReadOutput = z.object({
  uri: text,
  kind: ResourceKind,
  payload: ResourcePayload,
});
export type ResourcesReadOutput = z.infer<typeof ResourcesReadOutput>;
