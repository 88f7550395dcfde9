import { hostileStrings, hostileValues } from "./hostile-values.ts";
import type { Random } from "./random.ts";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MOST_CHANGES = 3;

/** Names that mean something in the frame of a message. */
const members = [
  "jsonrpc",
  "id",
  "method",
  "params",
  "result",
  "error",
  "_meta",
  "progressToken",
  "name",
  "arguments",
  "uri",
  "cursor",
  "task",
  "inputResponses",
  "requestState",
  "timestamp",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientCapabilities",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/related-task",
];

type MemberPath = { parent: Record<string, unknown>; key: string };

/** Changes a message in its structure, in its bytes, or not at all. The result is one line. */
export function mutateMessage(message: unknown, others: readonly Buffer[], random: Random): Buffer {
  const kind = random.below(10);
  const changed = kind < 5 ? changeStructure(message, random) : message;
  const bytes = Buffer.from(JSON.stringify(changed) ?? "null");
  return oneLine(kind === 5 || kind === 6 ? changeBytes(bytes, others, random) : bytes);
}

function changeStructure(message: unknown, random: Random): unknown {
  const holder = { message: structuredClone(message) };
  for (let change = random.below(MOST_CHANGES) + 1; change > 0; change -= 1) {
    const places = placesIn(holder);
    if (places.length === 0) break;
    // The frame is small and the arguments may be large: half of the changes stay near the top.
    const near = places.slice(1, 12);
    const place =
      near.length > 0 && random.below(2) === 0 ? random.pick(near) : random.pick(places);
    changePlace(place, places, random);
  }
  return holder.message;
}

function changePlace(
  { parent, key }: MemberPath,
  places: readonly MemberPath[],
  random: Random,
): void {
  const value = parent[key];
  const other = random.pick(places);
  const changes: (() => void)[] = [
    () => set(parent, key, structuredClone(random.pick(hostileValues))),
    () => set(parent, key, structuredClone(random.pick(hostileValues))),
    () => Reflect.deleteProperty(parent, key),
    () => set(parent, random.pick([...members, ...hostileStrings]), structuredClone(value)),
    () => set(parent, random.pick(members), structuredClone(random.pick(hostileValues))),
    () => set(parent, key, structuredClone(other.parent[other.key])),
    () => set(parent, key, [value]),
    () => set(parent, key, { [random.pick(members)]: value }),
    () =>
      set(parent, key, typeof value === "string" ? Number(value) || null : JSON.stringify(value)),
    () => set(parent, key, typeof value === "string" ? value.repeat(random.below(50)) : null),
  ];
  random.pick(changes)();
}

/** From the outside in. */
function placesIn(root: object): MemberPath[] {
  const places: MemberPath[] = [];
  const queue: object[] = [root];
  for (let at = 0; at < queue.length && places.length < 400; at += 1) {
    const parent = queue[at] as Record<string, unknown>;
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      const value = parent[key];
      if (typeof value === "object" && value !== null) queue.push(value);
    }
  }
  return places;
}

/** Unlike an assignment, this makes `__proto__` a property like any other. */
function set(parent: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function changeBytes(bytes: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let changed = bytes;
  for (let change = random.below(MOST_CHANGES) + 1; change > 0; change -= 1) {
    const at = random.below(changed.length + 1);
    const until = Math.min(changed.length, at + random.below(16));
    const [head, middle, tail] = [
      changed.subarray(0, at),
      changed.subarray(at, until),
      changed.subarray(until),
    ];
    const other = others.length > 0 ? random.pick(others) : bytes;
    const changes: (() => Buffer)[] = [
      () => Buffer.concat([head, tail]),
      () => Buffer.concat([head, middle, middle, tail]),
      () => Buffer.concat([head, Buffer.from([random.below(256)]), tail]),
      () => Buffer.concat([head, Buffer.from(random.pick(hostileStrings)), tail]),
      () => Buffer.concat([head, other.subarray(random.below(other.length + 1))]),
      () => Buffer.from(head),
      () =>
        Buffer.concat([head, Buffer.from(random.pick([...'{}[]",:\\0-9.eE \t'])), middle, tail]),
    ];
    changed = random.pick(changes)();
  }
  return changed;
}

/** Line ends would make more than one message of it; an empty line is none. */
function oneLine(bytes: Buffer): Buffer {
  const line = Buffer.from(bytes);
  for (const [at, byte] of line.entries())
    if (byte === NEWLINE || byte === CARRIAGE_RETURN) line[at] = 0x20;
  return line.length === 0 ? Buffer.from("0") : line;
}
