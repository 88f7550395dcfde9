import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize } from "./tool-parameters.ts";
import { Triple } from "./triple.ts";

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
