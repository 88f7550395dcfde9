import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import { invalidInput } from "./invalid-input.ts";

export type ResourceAddress =
  | { kind: "graph"; graphId: string }
  | { kind: "graph_version"; graphId: string; version: number }
  | { kind: "snapshot"; graphId: string; txId: string }
  | { kind: "run_events"; runId: string }
  | { kind: "child_logs"; childId: string }
  | { kind: "blackboard_namespace"; namespace: string };

export const graphUri = (graphId: string) => `sc://graphs/${encode(graphId)}`;
export const graphVersionUri = (graphId: string, version: number) =>
  `${graphUri(graphId)}@v${version}`;
export const snapshotUri = (graphId: string, txId: string) =>
  `sc://snapshots/${encode(graphId)}/${encode(txId)}`;
export const runEventsUri = (runId: string) => `sc://runs/${encode(runId)}/events`;
export const childLogsUri = (childId: string) => `sc://children/${encode(childId)}/logs`;
export const blackboardUri = (namespace: string) => `sc://blackboard/${encode(namespace)}`;

const SHAPES: readonly [RegExp, (first: string, second: string) => ResourceAddress][] = [
  [
    /^sc:\/\/graphs\/([^/@]+)@v([1-9]\d{0,15})$/,
    (graphId, version) => ({ kind: "graph_version", graphId, version: Number(version) }),
  ],
  [/^sc:\/\/graphs\/([^/@]+)$/, (graphId) => ({ kind: "graph", graphId })],
  [
    /^sc:\/\/snapshots\/([^/]+)\/([^/]+)$/,
    (graphId, txId) => ({ kind: "snapshot", graphId, txId }),
  ],
  [/^sc:\/\/runs\/([^/]+)\/events$/, (runId) => ({ kind: "run_events", runId })],
  [/^sc:\/\/children\/([^/]+)\/logs$/, (childId) => ({ kind: "child_logs", childId })],
  [/^sc:\/\/blackboard\/([^/]+)$/, (namespace) => ({ kind: "blackboard_namespace", namespace })],
];

/** Parses a URI; undefined when it has none of the forms that this server lists. */
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  for (const [shape, make] of SHAPES) {
    const [match, first = "", second = ""] = shape.exec(uri) ?? [];
    if (match === undefined) continue;
    const ids = [decode(first), decode(second)];
    return ids[0] === undefined || ids[1] === undefined ? undefined : make(ids[0], ids[1]);
  }
  return undefined;
}

/** The URI under which an address is listed, however else it may be spelt. */
export function uriOf(address: ResourceAddress): string {
  switch (address.kind) {
    case "graph":
      return graphUri(address.graphId);
    case "graph_version":
      return graphVersionUri(address.graphId, address.version);
    case "snapshot":
      return snapshotUri(address.graphId, address.txId);
    case "run_events":
      return runEventsUri(address.runId);
    case "child_logs":
      return childLogsUri(address.childId);
    case "blackboard_namespace":
      return blackboardUri(address.namespace);
  }
}

/** Orders versions by number where the URI would order them as text. */
export function sortKeyOf(uri: string): string {
  return uri.replace(/@v(\d+)$/, (_, version: string) => `@v${version.padStart(16, "0")}`);
}

/** The start that all sort keys of URIs with this prefix share. */
export function sortPrefixOf(prefix: string): string {
  return prefix.replace(/@v\d+$/, "@v");
}

export const KIND_TITLES: Record<ResourceKind, string> = {
  graph: "Graph",
  graph_version: "Graph version",
  snapshot: "Transaction",
  run_events: "Events of run",
  child_logs: "Logs of child",
  blackboard_namespace: "Blackboard",
};

function encode(id: string): string {
  if (/\p{Surrogate}/u.test(id))
    throw invalidInput("An id holds half a character, which no URI can hold.");
  if (isStep(id)) throw invalidInput(`"${id}" cannot be an id: no URI can hold it.`);
  return encodeURIComponent(id);
}

/** Normalising a URI would take them for steps in a path, however they are written. */
function isStep(id: string): boolean {
  return id === "." || id === "..";
}

function decode(part: string): string | undefined {
  try {
    const id = decodeURIComponent(part);
    return isStep(id) ? undefined : id;
  } catch {
    return undefined;
  }
}
