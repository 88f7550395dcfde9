// SQLite takes 32,766 parameters in one statement; a page of ids stays far below.
const PAGE = 5_000;

/** Runs a statement for so many items at a time that none has too many parameters. */
export async function inPages<Item>(
  items: readonly Item[],
  run: (page: Item[]) => PromiseLike<unknown>,
  size = PAGE,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) await run(items.slice(from, from + size));
}
