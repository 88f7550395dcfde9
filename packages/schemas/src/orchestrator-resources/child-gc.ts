import * as z from "zod";
import { count, texts } from "./response-fields.ts";

export const ChildGcInput = z.strictObject({
  older_than_ms: z
    .int()
    .min(0)
    .meta({ description: "Only those that ended this long ago", maximum: undefined })
    .default(0),
});
export type ChildGcInput = z.infer<typeof ChildGcInput>;

export const ChildGcOutput = z.object({ removed: texts, count, remaining: count });
export type ChildGcOutput = z.infer<typeof ChildGcOutput>;
