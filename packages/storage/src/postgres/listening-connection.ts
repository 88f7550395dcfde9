import type pg from "pg";
import { loadPostgres, clientConfig } from "./session-pool.ts";
import { identifier, quote } from "./statements.ts";

const TRY_AGAIN_MS = 1_000;
const CONNECT_MS = 5_000;
/** A connection that the network dropped silently looks like one without notifications, so it is probed. */
const ASK_EVERY_MS = 5_000;
const ANSWER_MS = 3_000;

/** A subscriber to the commits in one schema. */
export type Hearer = {
  namespace: string;
  /** Listens from now on. */
  listening(tell: (sql: string) => Promise<unknown>): void;
  heard(payload: string | undefined): void;
  lost(cause: unknown): void;
};

const connections = new Map<string, ListeningConnection>();

/** Hears on the one connection of this process that listens to a database; the result ends that. */
export function hear(url: string, hearer: Hearer): () => void {
  const connection = connections.get(url) ?? new ListeningConnection(url);
  connections.set(url, connection);
  return connection.add(hearer);
}

/** Reconnects when the connection was lost, and closes it with its last subscriber. */
class ListeningConnection {
  readonly #url: string;
  readonly #hearers = new Set<Hearer>();
  #client: pg.Client | undefined;
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
    void this.#connect();
  }

  add(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    if (this.#isOpen) this.#listen([hearer]);
    return () => {
      this.#hearers.delete(hearer);
      if (this.#hearers.size > 0) return;
      connections.delete(this.#url);
      clearTimeout(this.#timer);
      clearInterval(this.#pulse);
      void this.#client?.end().catch(() => undefined);
    };
  }

  async #connect(): Promise<void> {
    const { Client } = await loadPostgres();
    if (this.#hearers.size === 0) return;
    const client = new Client({
      ...clientConfig({ url: this.#url }),
      application_name: "faculties-changes",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      pipeline: true,
    });
    this.#client = client;
    let cause: unknown;
    client.on("error", (error) => (cause = error));
    client.on("end", () => this.#lost(cause));
    client.on("notification", ({ channel, payload }) => {
      for (const hearer of this.#hearers)
        if (channelOf(hearer.namespace) === channel) hearer.heard(payload);
    });
    try {
      await client.connect();
      // Hearing of changes keeps no process alive.
      client.unref();
      this.#isOpen = true;
      this.#listen([...this.#hearers]);
      this.#pulse = setInterval(() => void this.#ask(client), ASK_EVERY_MS).unref();
    } catch (error) {
      cause = error;
      await client.end().catch(() => undefined);
    }
  }

  async #ask(client: pg.Client): Promise<void> {
    try {
      await client.query("select 1");
    } catch {
      // An orderly end would wait for the other side.
      client.connection.stream.destroy();
    }
  }

  #listen(hearers: readonly Hearer[]): void {
    const client = this.#client;
    for (const hearer of hearers) {
      const begun = client?.query(listenTo(hearer.namespace));
      begun?.then(
        () => hearer.listening((sql) => client?.query(sql) ?? Promise.resolve()),
        () => undefined,
      );
    }
  }

  #lost(cause: unknown): void {
    this.#isOpen = false;
    clearInterval(this.#pulse);
    if (this.#hearers.size === 0) return;
    for (const hearer of this.#hearers) hearer.lost(cause);
    this.#timer = setTimeout(() => void this.#connect(), TRY_AGAIN_MS).unref();
  }
}

const LONGEST_NAME = 63;

/** The channel for the commits of one schema, cut to the length that PostgreSQL allows. */
function channelOf(namespace: string): string {
  return `faculties_${namespace}`.slice(0, LONGEST_NAME);
}

function listenTo(namespace: string): string {
  return `listen ${identifier(channelOf(namespace))}`;
}

/** The payload is the sender's name, so that a process can ignore its own notifications. */
export function notifyOthers(namespace: string, sender: string): string {
  return `notify ${identifier(channelOf(namespace))}, ${quote(sender)}`;
}
