export type Write = (id: string, place: number) => Promise<Record<string, unknown>>;

/** Makes `count` writes, so many at a time, and acknowledges each on stdout once it is durable. */
export async function acknowledgeWrites(
  { name, count, window }: { name: string; count: number; window: number },
  write: Write,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const place = next;
      next += 1;
      const id = `${name}-${place}`;
      process.stdout.write(`${JSON.stringify({ id, ...(await write(id, place)) })}\n`);
    }
  };
  await Promise.all(Array.from({ length: window }, work));
}
