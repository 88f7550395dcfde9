import * as z from "zod";
import { anyObject } from "./record-of.ts";

/** Checked by `schema`, but published as an object with a description of its shape, which costs less context. */
export function describedObject<Output, Input>(
  description: string,
  schema: z.ZodType<Output, Input>,
): z.ZodType<Output, Input> {
  const published: unknown = anyObject().describe(description);
  return z.pipe(published as z.ZodType<Input, Input>, schema);
}
