import type { Socket } from "node:net";
import { groupBy } from "@faculties/std";
import { networkOf } from "./caller.ts";

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
