import { number, ratio } from "./format.mjs";

/** @import { Subject, Table } from "./types.ts" */

/** @typedef {Pick<Subject, "name" | "counterpart" | "node"> & { value: number }} Figure */

/**
 * Compares our servers with peers that do the same, on the same Node where both could be measured on it.
 * @param {string} column
 * @param {readonly Figure[]} figures
 * @returns {Table}
 */
export function counterpartTable(column, figures) {
  const rows = figures.flatMap((peer) => {
    const { counterpart, node, value } = peer;
    if (counterpart === undefined) return [];
    const ours = figures.filter(
      ({ name }) => name === counterpart || name === `${counterpart} on Node ${node?.version}`,
    );
    return ours.map((own) => [
      own.name,
      number(own.value),
      peer.name,
      number(value),
      ratio(own.value, value),
    ]);
  });
  return {
    title: "Compared with public servers of the same kind",
    columns: ["ours", column, "theirs", column, "ours / theirs"],
    rows,
  };
}
