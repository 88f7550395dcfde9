import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize } from "./tool-parameters.ts";
import { Triple } from "./triple.ts";

export const KgQueryInput = z.strictObject({
  subject: optionalIdentifier("Only facts about this subject"),
  predicate: optionalIdentifier("Only facts with this predicate, e.g. depends_on"),
  object: optionalIdentifier("Only facts with this object"),
  source: optionalIdentifier("Only facts from this source"),
  min_confidence: UnitInterval.default(0).describe("Only facts with at least this confidence, 0-1"),
  limit: pageSize(500, 100),
  cursor,
});
export type KgQueryInput = z.infer<typeof KgQueryInput>;

export const KgQueryOutput = z.object({ triples: z.array(Triple), next_cursor: nextCursor });
export type KgQueryOutput = z.infer<typeof KgQueryOutput>;
