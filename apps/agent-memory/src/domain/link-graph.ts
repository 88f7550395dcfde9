import { CodedError } from "@faculties/errors";

/** Limit on the steps of all calls together: some seconds, where real records take a few thousand steps. */
const MOST_STEPS = 5_000_000;

const NOTHING: ReadonlySet<string> = new Set();

/** Links from newer to older records, to tell whether one more would close a circle. */
export class LinkGraph {
  readonly #older = new Map<string, Set<string>>();
  readonly #newer = new Map<string, Set<string>>();

  #steps = 0;

  add(newer: string, older: string): void {
    put(this.#older, newer, older);
    put(this.#newer, older, newer);
  }

  remove(newer: string, older: string): void {
    this.#older.get(newer)?.delete(older);
    this.#newer.get(older)?.delete(newer);
  }

  /** Whether following links from newer to older leads from one record to the other. */
  reaches(from: string, to: string): boolean {
    // Walk from both ends in turn: when a chain is read in order, one of the walks ends at once.
    const down = this.#walk(from, this.#older);
    const up = this.#walk(to, this.#newer);
    for (;;) {
      const older = down.next();
      if (older.done === true) return false;
      if (older.value === to) return true;
      const newer = up.next();
      if (newer.done === true) return false;
      if (newer.value === from) return true;
    }
  }

  *#walk(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Generator<string, void> {
    const seen = new Set<string>();
    const waiting = [start];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const next = edges.get(name) ?? NOTHING;
      this.#steps += 1 + next.size;
      if (this.#steps > MOST_STEPS)
        throw new CodedError(
          "TOO_MANY_LINKS",
          "The records link to each other too often to check for circles. Nothing was written. Import fewer files at a time.",
        );
      yield name;
      for (const one of next) waiting.push(one);
    }
  }
}

function put(edges: Map<string, Set<string>>, from: string, to: string): void {
  const known = edges.get(from);
  if (known === undefined) edges.set(from, new Set([to]));
  else known.add(to);
}
