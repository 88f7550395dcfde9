import { readFileSync } from "node:fs";

/** @import { ToolCall } from "./types.ts" */
/** @typedef {{ title: string, rationale: string, queries: string[] }} Labelled */

const data = new URL("../data/agent-memory/decisions.json", import.meta.url);
/** @type {Labelled[]} */
const labelled = JSON.parse(readFileSync(data, "utf8"));
export const memoryQueries = labelled.flatMap((one) => one.queries);
const words = labelled.flatMap(({ title, rationale }) => `${title} ${rationale}`.split(/\s+/));

/**
 * A text of real words that no other number gives.
 * @param {number} seed
 * @param {number} length
 */
function textOf(seed, length) {
  let state = seed + 1;
  const picked = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length];
  });
  return `${picked.join(" ")} ${seed}`;
}

/**
 * @param {number} seed
 * @returns {ToolCall}
 */
export function recordCall(seed) {
  const text = {
    title: textOf(seed, 6),
    target: `target ${seed}`,
    rationale: textOf(seed + 7, 25),
  };
  return { name: "record_decision", arguments: text };
}

/**
 * @param {number} seed
 * @returns {ToolCall}
 */
export function entityCall(seed) {
  const entity = {
    name: textOf(seed, 6),
    entityType: "decision",
    observations: [textOf(seed + 7, 25)],
  };
  return { name: "create_entities", arguments: { entities: [entity] } };
}
