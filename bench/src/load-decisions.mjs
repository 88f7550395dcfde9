import { createHash } from "node:crypto";
import { importSource } from "./import-source.mjs";
import { recordCall } from "./memory-records.mjs";

/** @import { Client } from "pg" */

const MODEL = new URL("../../apps/agent-memory/model/words.bin", import.meta.url);
const ROWS = 2_000;
const SCHEMA = "agent_memory";

/** The rows of each table, and how the arrays of a chunk become rows. */
const INSERTS = {
  decisions: `insert into decisions (number, id, target, target_key, title, rationale, consequences, status, origin, created_at)
    select number, 'dec_' || lpad(number::text, 12, '0'), target, target, title, rationale, '[]', 'active', 'agent', 1700000000000
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as given (number, target, title, rationale)`,
  documents: `insert into memory_documents (document, id, facet, digest, change)
    select number, 'dec_' || lpad(number::text, 12, '0'), 'active', digest, number
    from unnest($1::bigint[], $2::text[]) as given (number, digest)`,
  text: `insert into memory_text (document, terms, repeated, length)
    select number, array_to_tsvector(string_to_array(terms, ' ')), repeated::jsonb, length
    from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as given (number, terms, repeated, length)`,
  vectors: `insert into memory_vectors (model, document, encoding, vector, change)
    select $4, number, 'int8', decode(vector, 'hex'), number + $3
    from unnest($1::bigint[], $2::text[]) as given (number, vector)`,
};

/**
 * Fills the empty tables of agent-memory with so many decisions in force, as the server would have written them, but
 * in bulk. Texts are real words in a made-up order; their vectors are those of the model that ships with the server.
 * @param {Client} client
 * @param {number} count
 * @param {string} directory
 * @param {(text: string) => void} progress
 */
export async function loadDecisions(client, count, directory, progress) {
  const { indexTerms } = await importSource(
    "apps/agent-memory/src/search-index/searchable-text.ts",
    directory,
  );
  const { quantizeVector } = await importSource(
    "apps/agent-memory/src/search-index/vector.ts",
    directory,
  );
  const { loadWordEmbeddings } = await importSource(
    "apps/agent-memory/src/embedding/word-embeddings.ts",
    directory,
  );
  const model = await loadWordEmbeddings(MODEL);
  await client.query(`set search_path = ${SCHEMA}, public; set synchronous_commit = off;
    set maintenance_work_mem = '1GB'; drop index memory_text_terms`);
  /** @type {Map<string, number>} */
  const documentsOf = new Map();
  let allTerms = 0;
  for (let first = 1; first <= count; first += ROWS) {
    const numbers = Array.from(
      { length: Math.min(ROWS, count + 1 - first) },
      (_, at) => first + at,
    );
    const texts = numbers.map(
      (number) =>
        /** @type {Record<"target" | "title" | "rationale", string>} */ (
          recordCall(number).arguments
        ),
    );
    const whole = texts.map(({ title, target, rationale }) =>
      [title, target, rationale].join("\n"),
    );
    const indexed = whole.map((text) => {
      /** @type {string[]} */
      const terms = indexTerms(text);
      /** @type {Map<string, number>} */
      const times = new Map();
      for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
      for (const term of times.keys()) documentsOf.set(term, (documentsOf.get(term) ?? 0) + 1);
      allTerms += terms.length;
      const repeated = Object.fromEntries([...times].filter(([, often]) => often > 1));
      return {
        terms: [...times.keys()].join(" "),
        repeated: JSON.stringify(repeated),
        length: terms.length,
      };
    });
    /** @type {Float32Array[]} */
    const vectors = await model.embed(whole);
    await Promise.all([
      client.query(INSERTS.decisions, [
        numbers,
        texts.map(({ target }) => target),
        texts.map(({ title }) => title),
        texts.map(({ rationale }) => rationale),
      ]),
      client.query(INSERTS.documents, [
        numbers,
        whole.map((text) => createHash("sha256").update(text).digest("base64")),
      ]),
      client.query(INSERTS.text, [
        numbers,
        indexed.map(({ terms }) => terms),
        indexed.map(({ repeated }) => (repeated === "{}" ? null : repeated)),
        indexed.map(({ length }) => length),
      ]),
      client.query(INSERTS.vectors, [
        numbers,
        vectors.map((vector) => Buffer.from(quantizeVector(vector).buffer).toString("hex")),
        count,
        model.id,
      ]),
    ]);
    if ((first + ROWS - 1) % 50_000 === 0) progress(`${first + ROWS - 1} decisions loaded`);
  }
  const terms = [...documentsOf.keys()];
  await client.query(
    "insert into memory_terms (term, documents) select * from unnest($1::text[], $2::bigint[])",
    [terms, terms.map((term) => documentsOf.get(term))],
  );
  await client.query("update memory_totals set documents = $1, terms = $2", [count, allTerms]);
  await client.query(
    `insert into sequences (name, value) values ('memory_changes', 2 * $1::bigint), ('memory_documents', $1), ('decisions', $1)
    on conflict (name) do update set value = excluded.value`,
    [count],
  );
  progress("indexing the words");
  await client.query("create index memory_text_terms on memory_text using gin (terms)");
  await client.query("vacuum analyze");
}
