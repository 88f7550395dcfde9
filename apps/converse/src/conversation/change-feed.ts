import type { Logger, ResourceChanges } from "@faculties/mcp-kit";
import type { ConverseStore } from "../store/converse-store.ts";
import type { SavedTurn } from "../store/save-turn.ts";
import { conversationUri, METRICS_URI } from "./conversation-uri.ts";

const POLL_MS = 1000;

/** Tells subscribers of new turns: those of this process at once, those of others within a second. */
export class ChangeFeed {
  readonly #changes: ResourceChanges;
  /** The changes of this process that the database has not yet shown us; kept only while we look there. */
  #own: Set<number> | undefined;

  constructor(changes: ResourceChanges) {
    this.#changes = changes;
  }

  announce({ id, isNew, change }: Pick<SavedTurn, "id" | "isNew" | "change">): void {
    this.#own?.add(change);
    this.#tell(id, isNew);
  }

  /** Follows the turns of other processes until the signal aborts. */
  async watch(store: ConverseStore, signal: AbortSignal, log: Logger): Promise<void> {
    const own = (this.#own = new Set());
    let seen = await store.lastChange();
    const look = async () => {
      for (const { id, change, messageCount } of await store.changesAfter(seen)) {
        seen = change;
        if (!own.has(change)) this.#tell(id, messageCount === 2);
      }
      for (const change of own) if (change <= seen) own.delete(change);
    };
    const lookAgain = () =>
      look().catch((error: unknown) => log.debug("looking for changes failed", { error }));
    store.storage.follow(lookAgain, { everyMs: POLL_MS, signal });
  }

  #tell(id: string, isNew: boolean): void {
    this.#changes.updated(conversationUri(id));
    this.#changes.updated(METRICS_URI);
    if (isNew) this.#changes.listChanged();
  }
}
