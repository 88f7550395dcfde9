import { foldTarget } from "../project.ts";
import type { ParsedRecord } from "./parse-record.ts";
import type { RecordLink } from "./resolve-links.ts";
import { slug } from "./slug.ts";

/**
 * Records that were replaced by exactly one other share its target, so that a chain has one history. The
 * target is what a record of the chain says, or else the title of the oldest.
 */
export function assignTargets(
  records: readonly ParsedRecord[],
  links: readonly RecordLink[],
  knownTargets: ReadonlyMap<string, string>,
): Map<string, string> {
  const full = links.filter(({ kind }) => kind === "supersedes");
  const successors = groupBy(full, ({ oldName, newName }) => [oldName, newName]);
  const predecessors = groupBy(full, ({ oldName, newName }) => [newName, oldName]);
  const endOf = endOfChains(successors);
  const groups = groupBy(records, (record) => [endOf(record.name), record]);
  const targets = new Map<string, string>();
  const free = new FreeTargets();
  for (const [end, members] of groups) {
    const [oldest] = members.toSorted(byAge);
    const names = [...new Set([end, ...members.map(({ name }) => name)])];
    const older = names.flatMap((name) => predecessors.get(name) ?? []);
    const stated = members.map(({ target }) => target).find(Boolean);
    const known = [...names, ...older].map((name) => knownTargets.get(name)).find(Boolean);
    const target = free.take(stated ?? known ?? slug(oldest?.title ?? end), oldest?.number ?? 2);
    for (const { name, target: own } of members) targets.set(name, own ?? target);
  }
  return targets;
}

function groupBy<Item, Value>(
  items: readonly Item[],
  entryOf: (item: Item) => [string, Value],
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const item of items) {
    const [key, value] = entryOf(item);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [value]);
    else same.push(value);
  }
  return groups;
}

/** The last of the chain that a record is in; each chain is followed once. */
function endOfChains(successors: ReadonlyMap<string, string[]>): (name: string) => string {
  const ends = new Map<string, string>();
  return (start) => {
    const passed: string[] = [];
    let name = start;
    for (;;) {
      const known = ends.get(name);
      const next = successors.get(name) ?? [];
      const [only] = next;
      if (known !== undefined || only === undefined || next.length > 1) {
        const end = known ?? name;
        for (const one of passed) ends.set(one, end);
        return end;
      }
      passed.push(name);
      name = only;
    }
  };
}

/** Two records that are called alike are about two things; numbers keep these apart. */
class FreeTargets {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  take(wanted: string, number: number): string {
    const folded = foldTarget(wanted);
    let target = wanted;
    let next = Math.max(number, this.#next.get(folded) ?? number);
    for (; this.#taken.has(foldTarget(target)); next += 1) target = `${wanted}-${next}`;
    if (target !== wanted) this.#next.set(folded, next);
    this.#taken.add(foldTarget(target));
    return target;
  }
}

function byAge(left: ParsedRecord, right: ParsedRecord): number {
  return (
    (left.number ?? Infinity) - (right.number ?? Infinity) || (left.name < right.name ? -1 : 1)
  );
}
