import { createHash } from "node:crypto";
import {
  identifier,
  quote,
  sql,
  type SQL,
  type Storage,
  type Transaction,
} from "@faculties/storage";
import { inverseLength } from "./vector.ts";

/** From this version on, an index scan continues until enough rows have passed the filter. */
const VERSION = [0, 8];
/** The limit of the extension's indexes. */
const MOST_DIMENSIONS = 4_000;
/** How many others a vector is linked with, and among how many they are chosen. With 16 and 64 it finds 10 % less. */
const LINKS = 24;
const CHOICE = 128;

type State = { version: string | null; schema: string | null; isBuilt: boolean | null };

/** pgvector's view of the small integers of one model: an index on what is stored anyway, kept by the database itself. */
export class VectorExtension {
  readonly #storage: Storage;
  readonly #name: string;
  readonly #model: string;
  readonly #dimensions: number;
  /** The common prefix of all index names of this model, however they were built. */
  readonly #family: string;
  readonly #index: string;

  constructor(storage: Storage, name: string, model: string, dimensions: number) {
    this.#storage = storage;
    this.#name = name;
    this.#model = model;
    this.#dimensions = dimensions;
    const hash = createHash("sha256").update(`${model} ${dimensions}`).digest("hex");
    this.#family = `${name}_nearest_${hash.slice(0, 12)}`;
    this.#index = `${this.#family}_${LINKS}_${CHOICE}`;
  }

  /** Whether it can be used, perhaps after `build`; and the schema of the extension once the index is there. */
  async state(tx: Transaction): Promise<{ isThere: boolean; schema?: string }> {
    if (this.#dimensions > MOST_DIMENSIONS) return { isThere: false };
    const { version, schema, isBuilt } = await tx.get<State>(sql`
      select coalesce(e.extversion, a.default_version) as version, n.nspname as schema,
        (select indisvalid::int from pg_index where indexrelid = to_regclass(${this.#index})) as "isBuilt"
      from (select 1) one
      left join pg_available_extensions a on a.name = 'vector'
      left join pg_extension e on e.extname = 'vector'
      left join pg_namespace n on n.oid = e.extnamespace`);
    const isThere = version !== null && isAtLeast(version);
    return { isThere, ...(isThere && schema !== null && isBuilt ? { schema } : {}) };
  }

  /** Takes minutes for a million vectors, in which others may write. False while another process is at it. */
  build(): Promise<boolean> {
    return this.#storage.maintain(`build ${this.#index}`, async (command) => {
      await command("create extension if not exists vector with schema public");
      const [found] = await command(
        `select n.nspname as schema, (select indisvalid from pg_index where indexrelid = to_regclass(${quote(this.#index)})) as valid
        from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
      );
      if (found?.["valid"] === 1) return;
      const schema = identifier(String(found?.["schema"]));
      // A build that was interrupted leaves an index that is not valid.
      await command(`drop index concurrently if exists ${this.#index}`);
      await command(createFunction(this.#function, schema));
      await command(
        `create index concurrently if not exists ${this.#name}_documents_facet on ${this.#name}_documents (facet, document)`,
      );
      await command(
        `create index concurrently ${this.#index} on ${this.#name}_vectors using hnsw
        ((${this.#function}(vector)::${this.#type(schema)}) ${schema}.halfvec_cosine_ops)
        with (m = ${LINKS}, ef_construction = ${CHOICE}) where ${this.#covered}`,
      );
      const outdated = await command(
        `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = '${this.#name}_vectors'::regclass and starts_with(c.relname, ${quote(this.#family)}) and c.relname <> ${quote(this.#index)}`,
      );
      for (const { name } of outdated)
        await command(`drop index concurrently ${identifier(String(name))}`);
    });
  }

  /** A condition on the table of vectors, and what to order its rows by. Both are written as the index has them. */
  nearTo(query: Float32Array, extension: string): { covered: SQL; distance: SQL } {
    const schema = identifier(extension);
    const type = this.#type(schema);
    // Of length one, because large numbers do not fit into half of the bytes.
    const scale = inverseLength(query);
    const direction = `[${query.map((value) => value * scale).join(",")}]`;
    const distance = sql`${sql.raw(`${this.#function}(vector)::${type} operator(${schema}.<=>)`)} ${direction}::${sql.raw(type)}`;
    return { covered: sql.raw(this.#covered), distance };
  }

  get #function(): string {
    return `${this.#name}_small_vector`;
  }

  /** Half the size of `vector`, and exact enough: the numbers are small integers. */
  #type(schema: string): string {
    return `${schema}.halfvec(${this.#dimensions})`;
  }

  get #covered(): string {
    return `model = ${quote(this.#model)} and encoding = 'int8' and octet_length(vector) = ${this.#dimensions}`;
  }
}

function isAtLeast(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > VERSION[0]! || (major === VERSION[0] && minor >= VERSION[1]!);
}

function createFunction(name: string, schema: string): string {
  return `create or replace function ${name}(bytes bytea) returns ${schema}.vector
    language plpgsql immutable strict parallel safe as $$
    declare
      numbers real[] := array_fill(0::real, array[length(bytes)]);
      byte integer;
    begin
      for place in 1..length(bytes) loop
        byte := get_byte(bytes, place - 1);
        numbers[place] := case when byte > 127 then byte - 256 else byte end;
      end loop;
      return numbers::${schema}.vector;
    end $$`;
}
