import * as z from "zod";

/** A safe integer from `minimum` up, published without the limit of safe integers. */
export function integerFrom(minimum: number) {
  return z.int().min(minimum).meta({ maximum: undefined });
}

/** Any safe integer, published without the limits of safe integers. */
export function anyInteger() {
  return z.int().meta({ minimum: undefined, maximum: undefined });
}
