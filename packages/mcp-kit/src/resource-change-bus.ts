import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { ResourceChanges } from "./resource-catalog.ts";

/** Carries changes from the context to every open connection, and tells when somebody first listens. */
export class ResourceChangeBus implements ResourceChanges, ServerEventBus {
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  #onFirstSubscription: (() => void) | undefined;

  onFirstSubscription(start: () => void): void {
    this.#onFirstSubscription = start;
  }

  /** Said by a transport when a client subscribes to anything. */
  subscriptionOpened(): void {
    const start = this.#onFirstSubscription;
    this.#onFirstSubscription = undefined;
    start?.();
  }

  updated(uri: string): void {
    this.publish({ kind: "resource_updated", uri });
  }

  listChanged(): void {
    this.publish({ kind: "resources_list_changed" });
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
