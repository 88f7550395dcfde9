import type { ResourceChanges } from "@faculties/mcp-kit";
import type { ConverseStore } from "../store/converse-store.ts";
import type { SavedTurn } from "../store/save-turn.ts";
import { conversationUri, METRICS_URI } from "./conversation-uri.ts";

/** Tells subscribers of new turns: those of this process at once, those of others within a second. */
export class ChangeFeed {
  readonly #changes: ResourceChanges;

  constructor(changes: ResourceChanges) {
    this.#changes = changes;
  }

  announce({ id, messageCount }: Pick<SavedTurn, "id" | "messageCount">): void {
    this.#changes.updated(conversationUri(id));
    this.#changes.updated(METRICS_URI);
    if (messageCount === 2) this.#changes.listChanged();
  }

  /** Follows the turns of other processes until the signal aborts. */
  watch(store: ConverseStore, signal: AbortSignal): void {
    store.followOthers((turn) => this.announce(turn), signal);
  }
}
