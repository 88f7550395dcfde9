import { resolve } from "node:path";
import { findBaselines } from "./find-baselines.mjs";
import { findPeers, knownPeers, packageName } from "./find-peers.mjs";
import { findServers } from "./find-servers.mjs";

/** @import { Subject } from "./types.ts" */
/** @import { parseOptions } from "./parse-options.mjs" */

/**
 * Everything that is to be compared, and what cannot be.
 * @param {ReturnType<typeof parseOptions>} options
 * @param {(text: string) => void} progress
 */
export async function findSubjects(options, progress) {
  const known = knownPeers();
  const wanted = options.peer.map((spec) => ({
    ...known.find((peer) => packageName(peer.package) === packageName(spec)),
    package: spec,
  }));
  const isGiven = (/** @type {{ package: string }} */ peer) =>
    wanted.some((given) => packageName(given.package) === packageName(peer.package));
  const others = options.peers ? known.filter((peer) => !isGiven(peer)) : [];
  const isWanted = (/** @type {{ name: string }} */ { name }) =>
    options.subject.length === 0 || options.subject.some((part) => name.includes(part));
  const ours = findServers();
  const peers = await findPeers(
    [...wanted, ...others].filter((peer) => isWanted({ name: peer.package })),
    progress,
  );
  const call = { name: "echo", arguments: { text: "call {n}" } };
  /** @type {Subject[]} */
  const given = options.servers.map(({ name, entry }) => ({
    name,
    kind: "ours",
    entry: resolve(entry),
    call,
  }));
  const all = [
    ...ours.subjects,
    ...peers.subjects.flatMap((peer) => onNodeOf(peer, ours.subjects)),
    ...given,
    ...(await findBaselines()),
    ...peers.subjects,
  ];
  const packed = ours.subjects.flatMap(({ name, kind, install }) =>
    install ? [{ name, kind, install }] : [],
  );
  return {
    subjects: all.filter(isWanted),
    installables: [...packed, ...peers.installables].filter(isWanted),
    skipped: [...ours.skipped, ...peers.skipped].filter(isWanted),
  };
}

/**
 * Our counterpart of a peer on the peer's Node, if that is another than ours, so that both start on the same. It only
 * starts: its native modules are built for the Node of the bench.
 * @param {Subject} peer
 * @param {readonly Subject[]} ours
 * @returns {Subject[]}
 */
function onNodeOf({ node, counterpart }, ours) {
  const same = ours.find(({ name }) => name === counterpart);
  if (node === undefined || same === undefined) return [];
  const { name, kind, entry, args = [], env = {} } = same;
  return [{ name: `${name} on Node ${node.version}`, kind, entry, args, env, node }];
}
