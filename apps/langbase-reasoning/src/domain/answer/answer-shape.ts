import * as z from "zod";
import { lenientText, lenientUnit } from "./lenient-fields.ts";
import { asObject, type JsonObject } from "./parse-json-object.ts";

const THOUGHT_NAMES = ["thought", "content", "response", "answer", "text", "output"];

const common = {
  thought: lenientText,
  confidence: lenientUnit,
  metadata: z.unknown().optional(),
};

type Common = typeof common;

/** What a pipe is asked to answer with: every field may be missing or of another type. */
export type AnswerShape<Data> = {
  /** The keys by which an object is recognised as the answer. */
  keys: readonly string[];
  parse(value: JsonObject): Data;
};

/** A shape with the contract's `thought`, `confidence` and `metadata`, and further fields. */
export function answerShape<Fields extends z.ZodRawShape>(
  fields: Fields,
): AnswerShape<z.output<z.ZodObject<Common & Fields>>> {
  const schema = z.object({ ...common, ...fields });
  const others = Object.keys(fields);
  const names = THOUGHT_NAMES.filter((name) => !others.includes(name));
  return {
    keys: [...names, "confidence", ...others],
    parse(value) {
      const named = names.find((name) => value[name] !== undefined && value[name] !== null);
      const thought = named === undefined ? undefined : value[named];
      return schema.parse({ ...asObject(value), thought }) as z.output<
        z.ZodObject<Common & Fields>
      >;
    },
  };
}
