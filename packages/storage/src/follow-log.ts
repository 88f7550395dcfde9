import type { Follow } from "./follow.ts";
import type { Transaction, Storage } from "./storage.ts";

const MOST_AT_ONCE = 1_000;
/** One entry found too many does no harm, one missed between subscribing and the first look would. */
const LOOK_BACK = 20;

/** Entries whose numbers rise in the order of commits. */
export type NumberedLog<Entry extends { number: number }> = {
  /** The number of the last entry; those shortly before it are found, too. */
  last(tx: Transaction): Promise<number>;
  /** The entries with a higher number, in order. */
  after(tx: Transaction, number: number, limit: number): Promise<Entry[]>;
  found(entries: readonly Entry[]): void;
};

/** Passes new entries of a log to `found`. After a failed look, the next one catches up. */
export function followLog<Entry extends { number: number }>(
  storage: Storage,
  { last, after, found }: NumberedLog<Entry>,
  how: Follow,
): void {
  let seen: number | undefined;

  async function look(): Promise<void> {
    const since = (seen ??= (await storage.query(last)) - LOOK_BACK);
    const entries = await storage.query((tx) => after(tx, since, MOST_AT_ONCE));
    seen = entries.at(-1)?.number ?? since;
    if (entries.length > 0) found(entries);
    if (entries.length === MOST_AT_ONCE) await look();
  }

  storage.follow(() => look().catch(() => undefined), how);
}
