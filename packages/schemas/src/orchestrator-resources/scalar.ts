import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";

/** What attributes and metadata may hold, published as one list of types. */
export const Scalar = z
  .union([z.string(), z.number(), z.boolean()])
  .meta({ type: ["string", "number", "boolean"], anyOf: undefined });
export type Scalar = z.infer<typeof Scalar>;

export const Attributes = recordOf(Scalar);
export type Attributes = z.infer<typeof Attributes>;
