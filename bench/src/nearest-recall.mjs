import { importSource } from "./import-source.mjs";

/** @import { Client } from "pg" */
/** @typedef {{ of: number, recall: number, same: number }} Recall */

const MODEL = new URL("../../apps/agent-memory/model/words.bin", import.meta.url);
const PAGE = 50_000;
/** How many agent-memory asks the index for. */
const POOL = 64;
const DEPTHS = [10, POOL];
/** The difference that two ways to add up the same numbers may have. */
const ROUNDING = 1e-6;

/**
 * Which share of the nearest decisions agent-memory's own code finds by the index, against a comparison with every
 * vector: `recall` counts what is as near as the last of the nearest, `same` only these themselves.
 * @param {string} database
 * @param {Client} client
 * @param {readonly string[]} queries
 * @param {string} directory
 * @returns {Promise<Recall[]>}
 */
export async function nearestRecall(database, client, queries, directory) {
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
  const { storage, index } = await openIndex(database, directory);
  const found = DEPTHS.map((of) => ({ of, recall: 0, same: 0 }));
  try {
    for (const query of wanted) {
      const near = await index.nearest(model.id, query, { limit: POOL, facets: ["active"] });
      const numbers = near.map((/** @type {{ id: string }} */ { id }) => Number(id.slice(4)));
      tally(cosines(query, stored), numbers, found, wanted.length);
    }
  } finally {
    await storage.close();
  }
  return found;
}

/**
 * @param {Float64Array} scores of all decisions
 * @param {number[]} near the numbers of those that were found, the nearest first
 * @param {Recall[]} found
 * @param {number} queries
 */
function tally(scores, near, found, queries) {
  const nearest = numbersOfNearest(scores);
  for (const one of found) {
    const lowest = scoreOf(scores, nearest[one.of - 1]) - ROUNDING;
    const themselves = new Set(nearest.slice(0, one.of));
    const taken = near.slice(0, one.of);
    const asNear = taken.filter((number) => scoreOf(scores, number) >= lowest);
    const same = taken.filter((number) => themselves.has(number));
    one.recall += asNear.length / one.of / queries;
    one.same += same.length / one.of / queries;
  }
}

/** @param {Float64Array} scores */
function numbersOfNearest(scores) {
  const lowest = scores.toSorted().at(-POOL) ?? 0;
  const numbers = [];
  for (const [at, score] of scores.entries()) if (score >= lowest) numbers.push(at + 1);
  return numbers.toSorted((left, right) => scoreOf(scores, right) - scoreOf(scores, left));
}

/**
 * @param {Float64Array} scores
 * @param {number | undefined} number
 */
function scoreOf(scores, number = 0) {
  return scores[number - 1] ?? 0;
}

/**
 * @param {string} url
 * @param {string} directory
 */
async function openIndex(url, directory) {
  const { openStorage, createSearchIndex } = await importSource(
    "packages/storage/src/index.ts",
    directory,
  );
  const { migrations, SEARCH_INDEX } = await importSource(
    "apps/agent-memory/src/store/migrations.ts",
    directory,
  );
  const storage = openStorage({ url, namespace: "agent_memory", migrations });
  return { storage, index: createSearchIndex(storage, { name: SEARCH_INDEX }) };
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
