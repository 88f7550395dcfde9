import type { Socket } from "node:net";
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
    for (
      let surplus = this.#connections.size - this.#settings.most;
      surplus > 0 && this.#shedOne();
      surplus -= 1
    );
  }

  #shedOne(): boolean {
    const idle = [...this.#connections].filter(([, { open }]) => open === 0);
    const unknown = idle.filter(([, { isKnown }]) => !isKnown);
    const candidates = unknown.length > 0 ? ofLargestNetwork(unknown) : idle;
    const [longest] = candidates.toSorted(([, a], [, b]) => a.idleSince - b.idleSince);
    if (!longest) return false;
    const [socket] = longest;
    this.#connections.delete(socket);
    socket.destroy();
    this.#settings.onShed();
    return true;
  }
}

function ofLargestNetwork(connections: [Socket, Connection][]): [Socket, Connection][] {
  const groups = new Map<string, [Socket, Connection][]>();
  for (const entry of connections) {
    const group = groups.get(entry[1].network);
    if (group) group.push(entry);
    else groups.set(entry[1].network, [entry]);
  }
  return [...groups.values()].reduce((largest, group) =>
    group.length > largest.length ? group : largest,
  );
}
