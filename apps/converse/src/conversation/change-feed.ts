import type { Logger, ResourceChanges } from "@faculties/mcp-kit";
import type { ConverseStore } from "../store/converse-store.ts";
import type { SavedTurn } from "../store/save-turn.ts";
import { conversationUri, METRICS_URI } from "./conversation-uri.ts";

const POLL_MS = 1000;

/** Tells subscribers of new turns: those of this process at once, those of others within a second. */
export class ChangeFeed {
  readonly #changes: ResourceChanges;
  /** How far this process has brought each conversation since the last look; kept only while we look. */
  #own: Map<string, number> | undefined;

  constructor(changes: ResourceChanges) {
    this.#changes = changes;
  }

  announce({ id, isNew, messageCount }: SavedTurn): void {
    this.#own?.set(id, messageCount);
    this.#tell(id, isNew);
  }

  /** Follows the turns of other processes until the signal aborts. */
  async watch(store: ConverseStore, signal: AbortSignal, log: Logger): Promise<void> {
    this.#own = new Map();
    let seen = await store.lastChange();
    const look = async () => {
      const own = this.#own;
      this.#own = new Map();
      for (const { id, change, messageCount } of await store.changesAfter(seen)) {
        seen = change;
        if (own?.get(id) !== messageCount) this.#tell(id, messageCount === 2);
      }
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
