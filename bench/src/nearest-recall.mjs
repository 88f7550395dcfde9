import { importSource } from "./import-source.mjs";

/** @import { Client } from "pg" */

const MODEL = new URL("../../apps/agent-memory/model/words.bin", import.meta.url);
const PAGE = 50_000;
/** What agent-memory asks the index for, and how hard it has it look. */
const POOL = 64;
const EFFORT = 200;

/**
 * Which share of the nearest decisions the index finds, against a comparison with every vector.
 * @param {Client} client
 * @param {readonly string[]} queries
 * @param {string} directory
 * @returns {Promise<{ of: number, recall: number }[]>}
 */
export async function nearestRecall(client, queries, directory) {
  const { loadWordEmbeddings } = await importSource(
    "apps/agent-memory/src/embedding/word-embeddings.ts",
    directory,
  );
  const model = await loadWordEmbeddings(MODEL);
  /** @type {Float32Array[]} */
  const wanted = (await model.embed(queries)).filter((/** @type {Float32Array} */ vector) =>
    vector.some((value) => value !== 0),
  );
  const stored = await readVectors(client, model.id, wanted[0]?.length ?? 0);
  const depths = [10, POOL];
  const found = depths.map(() => 0);
  for (const query of wanted) {
    const scores = cosines(query, stored);
    const exact = scores.toSorted().toReversed().slice(0, POOL);
    const near = await indexed(client, model.id, query);
    for (const [place, depth] of depths.entries()) {
      // One that is as near as the last of the nearest is as good as that.
      const lowest = (exact[depth - 1] ?? 0) - 1e-5;
      const hits = near.slice(0, depth).filter((number) => (scores[number - 1] ?? 0) >= lowest);
      found[place] = (found[place] ?? 0) + hits.length / depth;
    }
  }
  return depths.map((of, place) => ({ of, recall: (found[place] ?? 0) / wanted.length }));
}

/**
 * The decisions that the index finds, as agent-memory asks it, the nearest first.
 * @param {Client} client
 * @param {string} model
 * @param {Float32Array} query
 */
async function indexed(client, model, query) {
  const type = `vector(${query.length})`;
  await client.query("begin");
  await client.query(
    `set local hnsw.ef_search = ${EFFORT}; set local hnsw.iterative_scan = 'strict_order'`,
  );
  const { rows } = await client.query(
    `select v.document from memory_vectors v join memory_documents d on d.document = v.document
    where model = '${model}' and encoding = 'int8' and octet_length(vector) = ${query.length} and d.facet = 'active'
    order by memory_small_vector(vector)::${type} <=> '[${query.join(",")}]'::${type} limit ${POOL}`,
  );
  await client.query("commit");
  return rows.map(({ document }) => Number(document));
}

/**
 * All vectors in one block, in the order of their decisions.
 * @param {Client} client
 * @param {string} model
 * @param {number} dimensions
 */
async function readVectors(client, model, dimensions) {
  const counted = await client.query("select max(document) as count from memory_vectors");
  const count = Number(counted.rows[0].count);
  const values = new Int8Array(count * dimensions);
  for (let first = 0; first < count; first += PAGE) {
    const { rows } = await client.query(
      "select document, vector from memory_vectors where model = $1 and document > $2 and document <= $3",
      [model, first, first + PAGE],
    );
    for (const { document, vector } of rows)
      values.set(new Int8Array(vector), (Number(document) - 1) * dimensions);
  }
  return values;
}

/**
 * @param {Float32Array} query
 * @param {Int8Array} values
 */
function cosines(query, values) {
  const dimensions = query.length;
  const length = Math.hypot(...query);
  const scores = new Float64Array(values.length / dimensions);
  for (let at = 0; at < scores.length; at += 1) {
    let product = 0;
    let squares = 0;
    for (let place = 0; place < dimensions; place += 1) {
      const value = /** @type {number} */ (values[at * dimensions + place]);
      product += value * /** @type {number} */ (query[place]);
      squares += value * value;
    }
    scores[at] = squares === 0 ? -1 : product / (length * Math.sqrt(squares));
  }
  return scores;
}
