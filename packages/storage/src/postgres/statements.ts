import type pg from "pg";

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

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

// SQLite can hold the character 0 in a text, PostgreSQL cannot: U+FFFE, which is not a character, escapes it.
const ESCAPE = "\ufffe";
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000\ufffe]/;
// oxlint-disable-next-line no-control-regex
const EVERY_UNSAFE = /[\u0000\ufffe]/g;
const ESCAPED = /\ufffe([01])/g;

function encodeText(text: string): string {
  return UNSAFE.test(text)
    ? text.replace(EVERY_UNSAFE, (found) => (found === ESCAPE ? `${ESCAPE}1` : `${ESCAPE}0`))
    : text;
}

function decodeText(text: string): string {
  return text.includes(ESCAPE)
    ? text.replace(ESCAPED, (_, kind) => (kind === "1" ? ESCAPE : "\u0000"))
    : text;
}

const NAMES = 256;
const TEXTS_WATCHED = 1_024;

/** Gives a name to a statement that is used again, so that the database prepares it once per connection. */
export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= NAMES) return known;
    if (this.#seenOnce.delete(sql)) {
      const name = `${this.#prefix}_${this.#names.size}`;
      this.#names.set(sql, name);
      return name;
    }
    if (this.#seenOnce.size >= TEXTS_WATCHED) this.#seenOnce.clear();
    this.#seenOnce.add(sql);
    return undefined;
  }
}
