// SQLite allows 32,766 parameters in one statement; a page of ids stays far below.
const PAGE = 5_000;

/** Runs a statement page by page, so that none has too many parameters. */
export async function inPages<Item>(
  items: readonly Item[],
  run: (page: Item[]) => PromiseLike<unknown>,
  size = PAGE,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) await run(items.slice(from, from + size));
}
