import { resolve } from "node:path";
import { findBaselines } from "./find-baselines.mjs";
import { findPeers, knownPeers } from "./find-peers.mjs";
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
  const wanted = options.peer.map(
    (name) => known.find((peer) => peer.package === name) ?? { package: name },
  );
  const others = options.peers ? known.filter((peer) => !options.peer.includes(peer.package)) : [];
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
  const all = [...ours.subjects, ...given, ...(await findBaselines()), ...peers.subjects];
  const packed = ours.subjects.flatMap(({ name, kind, install }) =>
    install ? [{ name, kind, install }] : [],
  );
  return {
    subjects: all.filter(isWanted),
    installables: [...packed, ...peers.installables].filter(isWanted),
    skipped: [...ours.skipped, ...peers.skipped].filter(isWanted),
  };
}
