import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { childId } from "./tool-parameters.ts";

export const ChildSendInput = z.strictObject({
  child_id: childId,
  data: z.string().default("").describe("Text to write to its standard input"),
  newline: z.boolean().default(true).describe("Add a newline at the end"),
  close: z.boolean().default(false).describe("Close its standard input afterwards"),
});
export type ChildSendInput = z.infer<typeof ChildSendInput>;

export const ChildSendOutput = z.object({
  child_id: text,
  bytes_written: count,
  stdin_closed: z.boolean(),
});
export type ChildSendOutput = z.infer<typeof ChildSendOutput>;
