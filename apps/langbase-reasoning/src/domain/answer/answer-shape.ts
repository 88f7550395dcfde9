import * as z from "zod";
import { asObject, type JsonObject } from "./json-objects.ts";

const TEXT_KEYS = ["text", "content", "thought", "description", "value", "name"];

/** The text in any form that a model gives; undefined if there is none. */
function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value))
    return value.flatMap((item) => toText(item) ?? []).join("\n") || undefined;
  const object = asObject(value);
  if (object === undefined) return undefined;
  const inner = TEXT_KEYS.map((key) => object[key]).find((text) => typeof text === "string");
  return toText(inner) ?? (Object.keys(object).length > 0 ? JSON.stringify(object) : undefined);
}

const NUMBER = /^([+-]?\d+(?:[.,]\d+)?)\s*(?:(%)|\/\s*(\d+))?$/;

/** A number from 0.85, "0.85", "85%" or "8/10"; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const [, digits, percent, whole] =
    NUMBER.exec(typeof value === "string" ? value.trim() : "") ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits.replace(",", "."));
  const divisor = percent === undefined ? Number(whole ?? 1) : 100;
  return divisor > 0 ? number / divisor : undefined;
}

function toItems(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === "" ? [] : [value];
}

export const lenientText = z.unknown().transform(toText).optional();

export const lenientTexts = z
  .unknown()
  .transform((value) => toItems(value).flatMap((item) => toText(item) ?? []))
  .prefault([]);

/** A number clamped to the bounds; undefined for anything else. */
export function lenientNumber(least: number, most: number) {
  return z
    .unknown()
    .transform((value) => {
      const number = toNumber(value);
      return number === undefined ? undefined : Math.min(most, Math.max(least, number));
    })
    .optional();
}

export const lenientUnit = lenientNumber(0, 1);

/** The items that fit; one alone counts as a list of one. */
export function lenientList<Item extends z.ZodType>(item: Item) {
  return z
    .unknown()
    .transform((value) =>
      toItems(value).flatMap((candidate): z.output<Item>[] => {
        const parsed = item.safeParse(candidate);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .prefault([]);
}

/** Items that are objects, or plain texts that stand for the named field of one. */
export function lenientItems<Fields extends z.ZodRawShape>(textField: string, fields: Fields) {
  const item = z.preprocess(
    (value) => (typeof value === "string" ? { [textField]: value } : value),
    z.object(fields),
  );
  return lenientList(item);
}

const THOUGHT_NAMES = ["thought", "content", "response", "answer", "text", "output"];

const common = {
  thought: lenientText,
  confidence: lenientUnit,
  metadata: z.unknown().optional(),
};

type Common = typeof common;

/** The expected answer of a pipe. Every field may be missing or of another type. */
export type AnswerShape<Data> = {
  /** The keys that identify an object as the answer. */
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
