const PLACEHOLDER = /<([a-z]+-?\d*)>/g;

/** The values of a page's placeholders in one run: `<dec-1>` is the same id wherever it stands. */
export type Bindings = Map<string, string>;

/** Puts the values of this run where a page has placeholders. */
export function fillPlaceholders<Value>(value: Value, bindings: Bindings): Value {
  return mapStrings(value, (text) =>
    text.replaceAll(PLACEHOLDER, (whole, name: string) => bindings.get(name) ?? whole),
  ) as Value;
}

// Values that differ from run to run: identifiers with a random part, times and how long something took.
const IDENTIFIER =
  /(?<![\w-])(?:([a-z]+)_[\w-]{16,36}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-Za-z]{16,32})(?![\w-])/g;
const RANDOM = /[A-Z]|\d/;
const DATE = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g;
const DURATION = /(?:latency|duration|elapsed)_?ms|(?:response|execution)_?time/i;
const EARLIEST_TIME = 1.6e12;
const SHOWN_DIGITS = 6;

/** Puts placeholders where the values of this run stand, and remembers which stands for what. */
export function putPlaceholders(value: unknown, bindings: Bindings, key = ""): unknown {
  if (typeof value === "number") return putIntoNumber(value, key);
  if (typeof value === "string")
    return key === "host" ? "<host>" : putIntoText(value, bindings, kindOf(key));
  if (Array.isArray(value)) return value.map((item) => putPlaceholders(item, bindings, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      putPlaceholders(item, bindings, name === "id" || DURATION.test(key) ? key : name),
    ]),
  );
}

function putIntoNumber(value: number, key: string): unknown {
  if (value > EARLIEST_TIME) return "<time>";
  if (DURATION.test(key)) return "<ms>";
  return key === "pid" ? "<pid>" : Number(value.toPrecision(SHOWN_DIGITS));
}

/** The subject of a field that holds an identifier: `root_node_id` a node, `branches` a branch. */
function kindOf(key: string): string {
  const [kind] = /[a-z]+$/.exec(key.replace(/_?ids?$/i, "").toLowerCase()) ?? ["id"];
  return kind.replace(/(?<=ch)es$|(?<=[a-z][^s])s$/, "");
}

function putIntoText(text: string, bindings: Bindings, kindByKey: string): string {
  let known = text.replaceAll(DATE, "<time>");
  for (const [name, bound] of bindings) known = known.replaceAll(bound, `<${name}>`);
  return known.replaceAll(IDENTIFIER, (id: string, kind = kindByKey) => {
    if (!RANDOM.test(id)) return id;
    const used = [...bindings.keys()].filter((name) => name.startsWith(`${kind}-`)).length;
    const name = `${kind}-${used + 1}`;
    bindings.set(name, id);
    return `<${name}>`;
  });
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]),
  );
}
