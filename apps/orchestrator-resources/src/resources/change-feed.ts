import type { Logger, ResourceChanges } from "@faculties/mcp-kit";
import type { Database } from "../store/database.ts";
import { latestRevision, listChanges } from "../store/resources.ts";

/** Changes of one resource within this time are one notification. */
const GATHER_MS = 25;
const POLL_MS = 150;
const PAGE = 1_000;
const LOOK_BACK = 20;

/** Tells subscribers what changed: at once what this process changed, soon what others did. */
export class ChangeFeed {
  readonly #changes: ResourceChanges;
  #changed = new Set<string>();
  #listChanged = false;
  #isWaiting = false;

  constructor(changes: ResourceChanges) {
    this.#changes = changes;
  }

  publish(changed: Iterable<string>, isListChanged: boolean): void {
    for (const uri of changed) this.#changed.add(uri);
    this.#listChanged ||= isListChanged;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  /** Follows the other processes until the signal aborts. */
  follow(database: Database, log: Pick<Logger, "warn">, signal: AbortSignal): void {
    let after: number | undefined;
    const look = async () => {
      try {
        after = await this.#look(database, after);
      } catch (error) {
        log.warn("changes of other processes could not be read", { error });
      }
    };
    database.follow(look, { everyMs: POLL_MS, signal });
  }

  async #look(database: Database, after: number | undefined): Promise<number> {
    // A little back: one notification too many does no harm, one missed while this started would.
    const latest = await database.query(latestRevision);
    if (after === undefined) return latest - LOOK_BACK;
    if (latest <= after) return after;
    const found = await database.query((tx) =>
      listChanges(tx, { after, writer: database.writer, limit: PAGE }),
    );
    if (found.length > 0)
      this.publish(
        found.map(({ uri }) => uri),
        found.some(({ createdRevision }) => createdRevision > after),
      );
    const last = found.at(-1)?.revision ?? after;
    // Past what this process changed itself, which would be stepped over again and again.
    if (found.length < PAGE) return Math.max(last, latest);
    // Changes of one transaction share a revision, and a full page may end amid them.
    return Math.max(last - 1, after);
  }

  #flush(): void {
    const [changed, isListChanged] = [this.#changed, this.#listChanged];
    this.#changed = new Set();
    this.#listChanged = false;
    this.#isWaiting = false;
    for (const uri of changed) this.#changes.updated(uri);
    if (isListChanged) this.#changes.listChanged();
  }
}
