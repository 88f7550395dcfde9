import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { anyObject } from "../primitives/record-of.ts";
import { count, nullableText, text } from "./response-fields.ts";

export const Invocation = z.object({
  id: text,
  session_id: nullableText,
  tool_name: text,
  input: anyObject(),
  output: anyObject().nullable(),
  pipe_name: nullableText,
  latency_ms: count.nullable(),
  success: z.boolean(),
  error: nullableText,
  created_at: IsoTimestamp,
});
export type Invocation = z.infer<typeof Invocation>;
