import * as z from "zod";
import { divisorOf } from "../decision/scales.ts";
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

/** A figure from 0 to 1. One on a scale of 10 or 100 is divided and one that is not a number is left out, and a remark says so. */
export const lenientUnit = z
  .unknown()
  .transform((value) => {
    const number = toNumber(value);
    if (number === undefined) {
      const said = typeof value === "string" ? value.trim() : "";
      if (said !== "") remark(`The model's “${said.slice(0, 40)}” is no number from 0 to 1.`);
      return undefined;
    }
    if (number >= 0 && number <= 1) return number;
    const divisor = number > OVERSHOOT ? divisorOf([number]) : undefined;
    if (divisor !== undefined) {
      remark(`The model's ${number} was read as ${number / divisor}.`);
      return number / divisor;
    }
    const bound = number < 0 ? 0 : 1;
    remark(`The model's ${number} was read as ${bound}.`);
    return bound;
  })
  .optional();

// Up to here a number is a 1 that went too far; beyond it is on another scale.
const OVERSHOOT = 1.5;

let remarks: string[] | undefined;

function remark(text: string): void {
  if (remarks !== undefined && !remarks.includes(text)) remarks.push(text);
}

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
  parse(value: JsonObject): { data: Data; remarks: string[] };
  /** Whether the answer holds anything that was asked for. */
  isUsable(data: Data): boolean;
};

/** A shape with the contract's `thought`, `confidence` and `metadata`, and further fields. */
export function answerShape<Fields extends z.ZodRawShape>(
  fields: Fields,
  { needsThought = false }: { needsThought?: boolean } = {},
): AnswerShape<z.output<z.ZodObject<Common & Fields>>> {
  const schema = z.object({ ...common, ...fields });
  const others = Object.keys(fields);
  const names = THOUGHT_NAMES.filter((name) => !others.includes(name));
  return {
    keys: [...names, "confidence", ...others],
    parse(value) {
      const named = names.find((name) => value[name] !== undefined && value[name] !== null);
      const thought = named === undefined ? undefined : value[named];
      remarks = [];
      const data = schema.parse({ ...asObject(value), thought }) as z.output<
        z.ZodObject<Common & Fields>
      >;
      return { data, remarks };
    },
    isUsable(data) {
      const values = data as Record<string, unknown>;
      if (isPresent(values["thought"])) return true;
      return !needsThought && others.some((name) => isPresent(values[name]));
    },
  };
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}
