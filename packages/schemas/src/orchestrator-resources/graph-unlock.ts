import * as z from "zod";
import { text } from "./response-fields.ts";
import { graphId, identifier } from "./tool-parameters.ts";

export const GraphUnlockInput = z.strictObject({
  graph_id: graphId,
  holder: identifier("Your name, as the holder of the lock"),
});
export type GraphUnlockInput = z.infer<typeof GraphUnlockInput>;

export const GraphUnlockOutput = z.object({
  graph_id: text,
  holder: text,
  released: z.boolean(),
});
export type GraphUnlockOutput = z.infer<typeof GraphUnlockOutput>;
