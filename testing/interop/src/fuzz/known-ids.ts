import fc from "fast-check";

const MARK = "<id>";
const MOST_KEPT = 40;
const idKey = /(^|_)(ids?|uri|cursor)$|[a-z]Ids?$/;

/** Stands for an id that the server gave out earlier; `KnownIds.fill` puts it in. */
export const knownId: fc.Arbitrary<string> = fc.nat({ max: 97 }).map((n) => `${MARK}${n}`);

/** Whether a property of this name holds ids. */
export function holdsIds(name: string): boolean {
  return idKey.test(name);
}

/** Ids seen in answers, so that later calls reach what earlier ones made. */
export class KnownIds {
  readonly #byKey = new Map<string, string[]>();

  learn(value: unknown, key = ""): void {
    if (typeof value === "string") {
      if (holdsIds(key) && value !== "") this.#add(plain(key), value);
    } else if (Array.isArray(value)) for (const item of value) this.learn(item, key);
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) this.learn(item, name);
  }

  /** A copy of `value` with known ids where they were asked for. */
  fill(value: unknown, key = ""): unknown {
    if (typeof value === "string") return value.startsWith(MARK) ? this.#pick(value, key) : value;
    if (Array.isArray(value)) return value.map((item) => this.fill(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.fill(item, name)]),
    );
  }

  #add(key: string, id: string): void {
    const ids = this.#byKey.get(key) ?? [];
    if (ids.includes(id)) return;
    this.#byKey.set(key, [...ids, id].slice(-MOST_KEPT));
  }

  /** The newest id comes first; those of other kinds only where there is none of this one. */
  #pick(mark: string, key: string): string {
    const wanted = plain(key);
    const alike = [...this.#byKey].filter(
      ([known]) => wanted.endsWith(known) || known.endsWith(wanted),
    );
    const ids =
      this.#byKey.get(wanted) ??
      alike.flatMap(([, some]) => some).concat([...this.#byKey.values()].flat());
    return ids.at(-1 - (Number(mark.slice(MARK.length)) % Math.max(ids.length, 1))) ?? "none-yet";
  }
}

function plain(key: string): string {
  return key.replaceAll("_", "").replace(/s$/, "").toLowerCase();
}
