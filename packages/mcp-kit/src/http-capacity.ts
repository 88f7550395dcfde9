import { BodyMemories } from "./body-memory.ts";
import { FairQueue } from "./fair-queue.ts";
import { Shares } from "./http-shares.ts";

// A caller whose streams stay open all day can still make calls.
const FOR_STREAMS = 3 / 4;
// Beyond the connections that may have a request open, so that a new one always finds a place.
const SPARE_CONNECTIONS = 1 / 8;

export type HttpLimits = {
  connections: number;
  /** Percent of everything that one tenant or address may have. */
  share: number;
  bodyBytes: number;
  maxInputBytes: number;
};

/** What the callers of a server share, and how much of it each may have. */
export type HttpCapacity = {
  /** Connections that may be there; only `requests` of them can be in use. */
  connections: number;
  requests: Shares;
  streams: Shares;
  bodies: BodyMemories;
  queue: FairQueue;
  /** Refusals that are not answered yet. */
  heldBack: Shares;
};

export function createHttpCapacity(limits: HttpLimits): HttpCapacity {
  const { connections, share, bodyBytes, maxInputBytes } = limits;
  const part = (whole: number) => Math.max(1, Math.floor((whole * share) / 100));
  const forStreams = Math.max(1, Math.floor(connections * FOR_STREAMS));
  // One body of the greatest length is always possible, in blocks that are not filled to the last byte.
  const bytesEach = Math.max(part(bodyBytes), Math.ceil(maxInputBytes * 1.25));
  return {
    connections: connections + Math.max(1, Math.ceil(connections * SPARE_CONNECTIONS)),
    requests: new Shares({ most: connections, each: part(connections) }),
    streams: new Shares({ most: forStreams, each: part(forStreams) }),
    bodies: new BodyMemories({ most: Math.max(bodyBytes, bytesEach), each: bytesEach }),
    queue: new FairQueue(),
    heldBack: new Shares({ most: connections, each: part(connections) }),
  };
}
