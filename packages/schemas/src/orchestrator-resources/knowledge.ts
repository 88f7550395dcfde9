import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, idempotent, instant, nextCursor, nullableText, text } from "./response-fields.ts";
import { cursor, idempotencyKey, Name, optionalIdentifier, pageSize } from "./tool-parameters.ts";

const TripleInput = describedObject(
  "{subject, predicate, object, source?, confidence?: 0–1 (1)}",
  z.strictObject({
    subject: Name,
    predicate: Name,
    object: Name,
    source: Name.optional(),
    confidence: UnitInterval.default(1),
  }),
);

export const Triple = z.object({
  id: text,
  subject: text,
  predicate: text,
  object: text,
  source: nullableText,
  confidence: UnitInterval,
  created_at: instant,
  updated_at: instant,
});
export type Triple = z.infer<typeof Triple>;

export const KgInsertInput = z.strictObject({
  triples: z.array(TripleInput).min(1).max(500).describe("Facts; a known one is updated"),
  idempotency_key: idempotencyKey,
});
export type KgInsertInput = z.infer<typeof KgInsertInput>;

export const KgInsertOutput = z.object({
  inserted: count,
  updated: count,
  total: count,
  triples: z.array(Triple),
  idempotent,
});
export type KgInsertOutput = z.infer<typeof KgInsertOutput>;

export const KgQueryInput = z.strictObject({
  subject: optionalIdentifier("Subject"),
  predicate: optionalIdentifier("Predicate"),
  object: optionalIdentifier("Object"),
  source: optionalIdentifier("Source"),
  min_confidence: UnitInterval.default(0).describe("Least confidence"),
  limit: pageSize(500, 100),
  cursor,
});
export type KgQueryInput = z.infer<typeof KgQueryInput>;

export const KgQueryOutput = z.object({ triples: z.array(Triple), next_cursor: nextCursor });
export type KgQueryOutput = z.infer<typeof KgQueryOutput>;

export const KNOWLEDGE_FORMATS = ["json", "ntriples"] as const;

export const KgExportInput = z.strictObject({
  format: z.enum(KNOWLEDGE_FORMATS).default("json").describe("Output format"),
});
export type KgExportInput = z.infer<typeof KgExportInput>;

export const KgExportOutput = z.object({
  format: z.enum(KNOWLEDGE_FORMATS),
  count,
  content: text,
});
export type KgExportOutput = z.infer<typeof KgExportOutput>;
