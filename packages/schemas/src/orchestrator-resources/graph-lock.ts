import * as z from "zod";
import { instant, text } from "./response-fields.ts";
import { duration, graphId, identifier } from "./tool-parameters.ts";

export const GraphLockInput = z.strictObject({
  graph_id: graphId,
  holder: identifier("Your name, as the holder of the lock"),
  ttl_ms: duration("Milliseconds after which the lock ends by itself").default(30_000),
});
export type GraphLockInput = z.infer<typeof GraphLockInput>;

export const GraphLockOutput = z.object({
  graph_id: text,
  holder: text,
  acquired_at: instant,
  expires_at: instant,
  refreshed: z.boolean(),
});
export type GraphLockOutput = z.infer<typeof GraphLockOutput>;
