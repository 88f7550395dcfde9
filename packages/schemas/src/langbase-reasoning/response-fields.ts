import * as z from "zod";

export const text = z.string();
export const texts = z.array(text);
export const nullableText = text.nullable();
export const count = z.int().min(0);
/** Facts that the reader of the answer must know: assumed defaults, rules instead of a model, warnings. */
export const notes = texts.optional();
