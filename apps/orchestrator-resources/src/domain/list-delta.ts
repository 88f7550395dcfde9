/** How one ordered, keyed list becomes another. */
export type ListDelta<Item> = {
  removed: string[];
  changed: Item[];
  /** Items with their place in the new list, ascending. */
  inserted: [number, Item][];
  /** Items at the end of the new list. */
  appended: Item[];
};

/** The changes between two lists; `same` compares items of one key. */
export function compareLists<Item>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  same: (left: Item, right: Item) => boolean,
): ListDelta<Item> {
  const added = appendedOnly(before, after);
  if (added)
    return { removed: [], changed: changedIn(before, after, same), inserted: [], appended: added };
  const stable = stableKeys(before, after);
  const delta: ListDelta<Item> = { removed: [], changed: [], inserted: [], appended: [] };
  for (const key of before.keys()) if (!stable.has(key)) delta.removed.push(key);
  let index = 0;
  for (const [key, item] of after) {
    if (!stable.has(key)) delta.inserted.push([index, item]);
    else if (!same(before.get(key) as Item, item)) delta.changed.push(item);
    index += 1;
  }
  while (delta.inserted.at(-1)?.[0] === after.size - 1 - delta.appended.length)
    delta.appended.unshift((delta.inserted.pop() as [number, Item])[1]);
  return delta;
}

export function isEmptyDelta({ removed, changed, inserted, appended }: ListDelta<unknown>) {
  return removed.length + changed.length + inserted.length + appended.length === 0;
}

/** Makes the changes in place; costs as much as they are many, unless items go between others. */
export function applyListDelta<Item>(
  list: Map<string, Item>,
  { removed, changed, inserted, appended }: ListDelta<Item>,
  keyOf: (item: Item) => string,
): void {
  for (const key of removed) list.delete(key);
  for (const item of changed) list.set(keyOf(item), item);
  if (inserted.length > 0) insertAll(list, inserted, keyOf);
  for (const item of appended) list.set(keyOf(item), item);
}

function insertAll<Item>(
  list: Map<string, Item>,
  inserted: readonly [number, Item][],
  keyOf: (item: Item) => string,
): void {
  const kept = [...list];
  list.clear();
  let taken = 0;
  for (const [index, item] of inserted) {
    while (list.size < index) list.set(...(kept[taken++] as [string, Item]));
    list.set(keyOf(item), item);
  }
  for (const entry of kept.slice(taken)) list.set(...entry);
}

/**
 * The items that were appended; undefined if any other item moved. Appending is the usual case, and this finds it
 * quickly.
 */
function appendedOnly<Item>(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, Item>,
): Item[] | undefined {
  const added: Item[] = [];
  const expected = before.keys();
  for (const [key, item] of after) {
    const next = expected.next();
    if (next.done) added.push(item);
    else if (next.value !== key) return undefined;
  }
  return expected.next().done ? added : undefined;
}

function changedIn<Item>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  same: (left: Item, right: Item) => boolean,
): Item[] {
  const changed: Item[] = [];
  for (const [key, item] of before) {
    const now = after.get(key) as Item;
    if (now !== item && !same(item, now)) changed.push(now);
  }
  return changed;
}

/** Keys of both lists that can stay where they are: the longest run in the same order. */
function stableKeys(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  const shared = [...before.keys()].filter((key) => after.has(key));
  const place = new Map<string, number>();
  for (const key of after.keys()) place.set(key, place.size);
  const places = shared.map((key) => place.get(key) as number);
  if (places.every((value, index) => index === 0 || value > (places[index - 1] as number)))
    return new Set(shared);
  return new Set(longestRising(places).map((index) => shared[index] as string));
}

/** Indices of a longest strictly rising subsequence. */
function longestRising(values: readonly number[]): number[] {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(tails[low - 1]);
    tails[low] = index;
  }
  const rising: number[] = [];
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) rising.push(index);
  return rising.toReversed();
}
