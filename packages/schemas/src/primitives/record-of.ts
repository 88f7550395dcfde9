import * as z from "zod";

/** An object with free keys, published without the constraint that keys are strings. */
export function recordOf<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value).meta({ propertyNames: undefined });
}

/** Any JSON object, published without further constraints. */
export function anyObject() {
  return z
    .record(z.string(), z.unknown())
    .meta({ propertyNames: undefined, additionalProperties: undefined });
}
