import type { Server, ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Logger } from "../observe/logger.ts";
import type { ResourceChanges } from "./catalog.ts";

/** An address that a client subscribed to, where changes are reported at another. */
type Spelling = { uri: string; reported: string };

type Source = {
  reportedUri?: ((uri: string) => string) | undefined;
  /** Called when somebody first subscribes. */
  watch(): void;
};

/** Carries changes from the context to every open connection, under every address that somebody subscribed to. */
export class ResourceChangeBus implements ResourceChanges, ServerEventBus {
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #spellings = new Set<readonly Spelling[]>();
  #source: Source | undefined;
  #isWatching = false;

  follow(source: Source): void {
    this.#source = source;
  }

  /** Transports call this when a client subscribes, and call the returned function when the subscription ends. */
  subscriptionOpened(uris: readonly string[]): () => void {
    if (!this.#isWatching) {
      this.#isWatching = true;
      this.#source?.watch();
    }
    const spellings = uris
      .map((uri) => ({ uri, reported: this.#source?.reportedUri?.(uri) ?? uri }))
      .filter(({ uri, reported }) => uri !== reported);
    if (spellings.length > 0) this.#spellings.add(spellings);
    return () => this.#spellings.delete(spellings);
  }

  updated(uri: string): void {
    this.publish({ kind: "resource_updated", uri });
  }

  listChanged(): void {
    this.publish({ kind: "resources_list_changed" });
  }

  publish(event: ServerEvent): void {
    for (const one of this.#underEverySpelling(event))
      for (const listener of this.#listeners) listener(one);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #underEverySpelling(event: ServerEvent): ServerEvent[] {
    if (event.kind !== "resource_updated" || this.#spellings.size === 0) return [event];
    const others = [...this.#spellings].flat().filter(({ reported }) => reported === event.uri);
    const uris = new Set([event.uri, ...others.map(({ uri }) => uri)]);
    return [...uris].map((uri) => ({ ...event, uri }));
  }
}

const ListenParams = z.object({
  notifications: z.object({ resourceSubscriptions: z.array(z.string()) }),
});

/** The addresses that a `subscriptions/listen` asks for. The SDK refuses malformed ones. */
export function listenedUris(params: unknown): readonly string[] {
  return ListenParams.safeParse(params).data?.notifications.resourceSubscriptions ?? [];
}

/** Passes changes on to a connection that stays open. */
export function pushChanges(
  server: Server,
  { changes, log }: { changes: ResourceChangeBus; log: Logger },
): void {
  const subscribed = new Map<string, () => void>();
  const end = (uri: string) => {
    subscribed.get(uri)?.();
    subscribed.delete(uri);
  };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    end(uri);
    subscribed.set(uri, changes.subscriptionOpened([uri]));
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    end(uri);
    return {};
  });
  const unsubscribe = changes.subscribe((event) => {
    // A 2026-07-28 connection filters by its own subscriptions; a 2025 one only gets what it asked for.
    const isModern = server.getNegotiatedProtocolVersion() === "2026-07-28";
    if (!isModern && event.kind === "resource_updated" && !subscribed.has(event.uri)) return;
    void notify(server, event)?.catch((error: unknown) =>
      log.debug("a change notification was not delivered", { error }),
    );
  });
  server.onclose = () => {
    unsubscribe();
    for (const uri of subscribed.keys()) end(uri);
  };
}

function notify(server: Server, event: ServerEvent): Promise<void> | undefined {
  if (!server.transport) return undefined;
  if (event.kind === "resource_updated") return server.sendResourceUpdated({ uri: event.uri });
  return event.kind === "resources_list_changed" ? server.sendResourceListChanged() : undefined;
}
