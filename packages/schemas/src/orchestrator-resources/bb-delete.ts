import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { identifier } from "./tool-parameters.ts";

export const BbDeleteInput = z.strictObject({
  key: identifier("Key of the entry to delete"),
});
export type BbDeleteInput = z.infer<typeof BbDeleteInput>;

export const BbDeleteOutput = z.object({ key: text, version: count });
export type BbDeleteOutput = z.infer<typeof BbDeleteOutput>;
