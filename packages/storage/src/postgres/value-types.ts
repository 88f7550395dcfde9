import type pg from "pg";
import { decodeText, encodeText } from "./text-codec.ts";

const OID = { boolean: 16, bytes: 17, bigint: 20, smallint: 21, integer: 23, real: 700 };
const DOUBLE = 701;
const NUMERIC = 1700;

const parsers = new Map<number, (text: string) => unknown>([
  [OID.boolean, (text) => (text === "t" ? 1 : 0)],
  [OID.bytes, (text) => Buffer.from(text.slice(2), "hex")],
  ...[OID.bigint, OID.smallint, OID.integer, OID.real, DOUBLE, NUMERIC].map(
    (oid) => [oid, Number] as const,
  ),
]);

/** Values come out as SQLite gives them: every number a number, a truth value 1 or 0. */
export const valueTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? decodeText,
} as unknown as pg.CustomTypesConfig;

export function parameter(value: unknown): unknown {
  if (typeof value === "string") return encodeText(value);
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return value;
}
