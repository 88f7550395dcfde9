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
