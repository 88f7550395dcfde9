import * as z from "zod";
import { freeObject } from "../primitives/free-object.ts";

/** The values that attributes and metadata may hold, published as one list of types. */
export const Scalar = z
  .union([z.string(), z.number(), z.boolean()], "must be a string, a number or a boolean")
  .meta({ type: ["string", "number", "boolean"], anyOf: undefined });
export type Scalar = z.infer<typeof Scalar>;

export const Attributes = freeObject(Scalar).meta({
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean"] },
});
export type Attributes = z.infer<typeof Attributes>;

/** A null value removes its key. */
export const AttributeChanges = freeObject(Scalar.nullable());
