import type { Socket } from "node:net";
import { groupBy } from "@faculties/std";
import { BodyMemories } from "./body.ts";
import { networkOf, type Source } from "./caller.ts";

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

/** The resources that the callers of a server share, and how much of them each may have. */
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

const SMALL_DIVISOR = 64;
const RESERVE_DIVISOR = 8;

export type ShareLimits = { most: number; each: number };

/** Why there is no place: the source has its share, or everything is in use. */
export type Full = "share" | "total";

/**
 * Places of which no source gets more than its share. The last eighth of them is for sources that hold next to nothing, so
 * that several greedy sources together cannot lock out the others either.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** How many places a source may hold. */
  limitOf({ isCrowd }: Source): number {
    return isCrowd ? this.#limits.most : this.#limits.each;
  }

  /** Takes a place; the function that is returned gives it back, once. */
  take(source: Source): (() => void) | Full {
    const { most } = this.#limits;
    const held = this.#held.get(source.key) ?? 0;
    if (held >= this.limitOf(source)) return "share";
    const small = Math.max(1, Math.floor(most / SMALL_DIVISOR));
    const reserve = Math.floor(most / RESERVE_DIVISOR);
    if (this.#total >= (held < small ? most : most - reserve)) return "total";
    this.#add(source.key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(source.key, -1);
      isHeld = false;
    };
  }

  #add(key: string, count: number): void {
    this.#total += count;
    const held = (this.#held.get(key) ?? 0) + count;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}

const MOST_DEFERRALS = 8;
const MOST_YOUNG = 8;
const YOUNG_MS = 50;

type Waiting = (done: () => void) => void;

/**
 * Starts one request in each turn of the event loop, and of the keys that wait each in turn: a caller that sends a hundred
 * requests at once delays another's single request by one of them, not by a hundred. Of one key only eight are young at a
 * time; one that has run for longer waits for something else than the processor.
 */
export class FairQueue {
  readonly #youngMs: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #young = new Map<string, number>();
  #isTurnTaken = false;
  #isDeferred = false;
  #deferrals = 0;

  constructor(youngMs = YOUNG_MS) {
    this.#youngMs = youngMs;
  }

  /** Resolves when a request of this key may start, with what is to be called at its end. */
  enter(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(key);
      if (queue) queue.push(resolve);
      else this.#waiting.set(key, [resolve]);
      if (!this.#isTurnTaken) this.#takeTurn();
    });
  }

  /**
   * Leaves the next turn to others. One connection is accepted in each turn, so when many connect at once, the last of
   * them would otherwise wait for as many requests.
   */
  defer(): void {
    this.#isDeferred = true;
  }

  readonly #takeTurn = (): void => {
    this.#isTurnTaken = true;
    if (this.#isDeferred && this.#deferrals < MOST_DEFERRALS) {
      this.#isDeferred = false;
      this.#deferrals += 1;
      setImmediate(this.#takeTurn);
      return;
    }
    this.#isDeferred = false;
    this.#deferrals = 0;
    const started = this.#startNext();
    if (started) setImmediate(this.#takeTurn);
    else this.#isTurnTaken = false;
  };

  #startNext(): boolean {
    for (const [key, queue] of this.#waiting) {
      if ((this.#young.get(key) ?? 0) >= MOST_YOUNG) continue;
      const start = queue.shift();
      // Back to the end of the map: the other keys come first.
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      start?.(this.#begin(key));
      return true;
    }
    return false;
  }

  #begin(key: string): () => void {
    this.#young.set(key, (this.#young.get(key) ?? 0) + 1);
    let isYoung = true;
    const grow = () => {
      if (!isYoung) return;
      isYoung = false;
      clearTimeout(timer);
      const young = (this.#young.get(key) ?? 0) - 1;
      if (young > 0) this.#young.set(key, young);
      else this.#young.delete(key);
      if (!this.#isTurnTaken && this.#waiting.size > 0) this.#takeTurn();
    };
    const timer = setTimeout(grow, this.#youngMs).unref();
    return grow;
  }
}

type Connection = {
  network: string;
  /** Requests on it that were let in and are not answered to the end yet. */
  open: number;
  /** Whether a request on it was ever let in. */
  isKnown: boolean;
  idleSince: number;
};

type ConnectionSettings = { most: number; onShed: () => void; now?: () => number };

/**
 * Knows every connection. When there are too many, connections give way on which nobody has shown a token yet: the
 * longest silent one of the address that has most of them. Then idle ones give way. One with an open request never does.
 */
export class HttpConnections {
  readonly #settings: ConnectionSettings;
  readonly #now: () => number;
  readonly #connections = new Map<Socket, Connection>();
  #isTrimming = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#connections.size;
  }

  opened(socket: Socket): void {
    const network = networkOf(socket.remoteAddress);
    const connection = { network, open: 0, isKnown: false, idleSince: this.#now() };
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#connections.delete(socket));
    if (this.#connections.size <= this.#settings.most || this.#isTrimming) return;
    this.#isTrimming = true;
    // Of many that connect at once, those whose request has already arrived are read first, in the turn in between.
    setImmediate(() => setImmediate(() => this.#trim()));
  }

  /** A request on this connection is let in; the function that is returned says that it is over. */
  use(socket: Socket): () => void {
    const connection = this.#connections.get(socket);
    if (!connection) return () => undefined;
    connection.open += 1;
    connection.isKnown = true;
    return () => {
      connection.open -= 1;
      connection.idleSince = this.#now();
    };
  }

  #trim(): void {
    this.#isTrimming = false;
    let surplus = this.#connections.size - this.#settings.most;
    if (surplus <= 0) return;
    for (const socket of this.#inOrderOfShedding()) {
      this.#connections.delete(socket);
      socket.destroy();
      this.#settings.onShed();
      surplus -= 1;
      if (surplus === 0) return;
    }
  }

  /** Sorted once for all that give way: a burst of hundreds must not hold up the event loop. */
  *#inOrderOfShedding(): Generator<Socket> {
    const idle = [...this.#connections].filter(([, { open }]) => open === 0);
    const longestFirst = idle.toSorted(([, a], [, b]) => a.idleSince - b.idleSince);
    yield* fromLargestNetwork(longestFirst.filter(([, { isKnown }]) => !isKnown));
    for (const [socket, { isKnown }] of longestFirst) if (isKnown) yield socket;
  }
}

/** The first connection of the network that has most of them, then again of the one that has most of the rest. */
function* fromLargestNetwork(connections: [Socket, Connection][]): Generator<Socket> {
  const groups = [...groupBy(connections.toReversed(), ([, { network }]) => network).values()];
  for (let left = connections.length; left > 0; left -= 1) {
    const largest = groups.reduce((most, group) => (group.length > most.length ? group : most));
    const [socket] = largest.pop() ?? [];
    if (socket) yield socket;
  }
}
