import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, idempotent } from "./response-fields.ts";
import { idempotencyKey, Name } from "./tool-parameters.ts";
import { Triple } from "./triple.ts";

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

export const KgInsertInput = z.strictObject({
  triples: z.array(TripleInput).min(1).max(500).describe("Facts to add; a known one is updated"),
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
