import {
  appendAtCommit,
  sequenceValue,
  sql,
  type Transaction,
  PreparedQuery,
  type SQL,
} from "@faculties/storage";
import { type blackboardEvents, type events, streams } from "./tables.ts";

export type Stream = {
  name: string;
  /** Where its entries are, and which of those there are its own. */
  table: typeof events | typeof blackboardEvents;
  own: SQL;
};

export type Growth = {
  /** The sequence whose numbers the new entries have taken. */
  sequence: string;
  added: number;
  /** How many numbers were taken after that of the stream's last entry. */
  behind: number;
  keep: number;
};

/** Counts new entries to a stream, and drops its oldest over the limit. */
export async function retain(tx: Transaction, stream: Stream, growth: Growth): Promise<void> {
  const { name, table, own } = stream;
  const { sequence, added, behind, keep } = growth;
  let kept: number | undefined;
  await appendAtCommit(tx, async (turn) => {
    const [counted] = await counting.rows(turn, name, added, sequence, behind, 0, 0);
    kept = counted?.[0];
  });
  // Known already where steps are done at once.
  if (kept !== undefined && kept <= keep) return;
  const stored = (column: SQL) => sql`(select ${column} from ${streams} where name = ${name})`;
  // Bounded below, because PostgreSQL steps over what was dropped before, entry by entry, until it is vacuumed.
  await appendAtCommit(tx, (turn) =>
    turn.run(sql`
      update ${streams} set kept = ${keep}, dropped_after = dropped_through, dropped_through = coalesce(
        (select seq from ${table} where ${own} and seq > ${stored(sql`dropped_through`)}
         order by seq limit 1 offset ${stored(sql`kept`)} - ${keep} - 1),
        dropped_through)
      where name = ${name} and kept > ${keep}`),
  );
  await appendAtCommit(tx, (turn) =>
    turn.run(sql`
      delete from ${table} where ${own}
      and seq > ${stored(sql`dropped_after`)} and seq <= ${stored(sql`dropped_through`)}`),
  );
}

const counting = new PreparedQuery<
  [string, number, string, number, number, number],
  [kept: number]
>((tx, name, kept, sequence, behind, droppedThrough, droppedAfter) =>
  tx
    .insert(streams)
    .values({
      name,
      kept,
      lastSeq: sequenceValue(sequence, { minus: behind }),
      droppedThrough,
      droppedAfter,
    })
    .onConflictDoUpdate({
      target: streams.name,
      set: { kept: sql`${streams.kept} + excluded.kept`, lastSeq: sql`excluded.last_seq` },
    })
    .returning({ kept: streams.kept }),
);

/** Entries of a stream, and what the stream knows of itself at the same moment. */
export type SeqPage<Entry> = {
  entries: Entry[];
  /** Of the newest entry that the stream ever had. */
  lastSeq: number;
  /** Of the newest entry that retention dropped; 0 when none was. */
  droppedThrough: number;
};

/** An entry as the JSON that clients get: what is stored as text is not parsed to be written again. */
export type WrittenEntry = { seq: number; json: string };

/** Where the next page begins, and from where on the stream is whole. */
export function pageBounds(
  { entries, lastSeq, droppedThrough }: SeqPage<{ seq: number }>,
  fromSeq: number,
): { next_seq: number; truncated_before?: number } {
  return {
    next_seq: entries.at(-1)?.seq ?? Math.max(fromSeq, lastSeq),
    ...(fromSeq < droppedThrough && { truncated_before: droppedThrough + 1 }),
  };
}
