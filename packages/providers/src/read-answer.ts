import type * as z from "zod";
import type { ExchangeAnswer } from "./http-exchange.ts";
import { HttpFailure } from "./http-failure.ts";

/** An answer in the shape that the adapter relies on; any other shape is garbage, not a crash. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { json, status, headers, bodyText }: ExchangeAnswer,
): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new HttpFailure("garbage", "the answer has an unknown shape", {
    status,
    headers,
    bodyText,
    cause: parsed.error,
  });
}
