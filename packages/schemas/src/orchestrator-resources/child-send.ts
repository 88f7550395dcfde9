import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { childId } from "./tool-parameters.ts";

export const ChildSendInput = z.strictObject({
  child_id: childId,
  data: z.string().default("").describe("Text for its stdin"),
  newline: z.boolean().default(true).describe("End it with a newline"),
  close: z.boolean().default(false).describe("Close stdin afterwards"),
});
export type ChildSendInput = z.infer<typeof ChildSendInput>;

export const ChildSendOutput = z.object({
  child_id: text,
  bytes_written: count,
  stdin_closed: z.boolean(),
});
export type ChildSendOutput = z.infer<typeof ChildSendOutput>;
