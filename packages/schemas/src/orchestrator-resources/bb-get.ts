import * as z from "zod";
import { BlackboardEntrySnapshot } from "./blackboard-entry.ts";
import { identifier } from "./tool-parameters.ts";

export const BbGetInput = z.strictObject({
  key: identifier("Key of the entry to read, e.g. build:status"),
});
export type BbGetInput = z.infer<typeof BbGetInput>;

export const BbGetOutput = z.object({ entry: BlackboardEntrySnapshot });
export type BbGetOutput = z.infer<typeof BbGetOutput>;
