import * as z from "zod";
import { count, text } from "./response-fields.ts";

export const KNOWLEDGE_FORMATS = ["json", "ntriples"] as const;

export const KgExportInput = z.strictObject({
  format: z.enum(KNOWLEDGE_FORMATS).default("json").describe("json or N-Triples"),
});
export type KgExportInput = z.infer<typeof KgExportInput>;

export const KgExportOutput = z.object({
  format: z.enum(KNOWLEDGE_FORMATS),
  count,
  content: text,
});
export type KgExportOutput = z.infer<typeof KgExportOutput>;
