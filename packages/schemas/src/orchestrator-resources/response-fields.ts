import * as z from "zod";

export const text = z.string();
export const texts = z.array(text);
export const nullableText = text.nullable();
export const count = z.int().min(0);
/** Milliseconds since 1970. */
export const instant = z.int().min(0);
export const nullableInstant = instant.nullable();
export const nextCursor = text.optional();
/** True when an earlier call with the same key is answered again. */
export const idempotent = z.boolean().optional();
/** Set when retention has dropped what came before. */
export const truncatedBefore = count.optional();
