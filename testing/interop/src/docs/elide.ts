const REST = "…";

/** Leaves out of an answer what a page leaves out with `"…"`: the rest of a list, or the other fields of an object. */
export function elide(answer: unknown, shown: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer)) {
    const items = Array.isArray(shown) ? shown : [];
    const cut = items.at(-1) === REST && answer.length >= items.length;
    const kept = cut ? answer.slice(0, items.length - 1) : answer;
    const elided = kept.map((item, index) => elide(item, items[index]));
    return cut ? [...elided, REST] : elided;
  }
  const fields = isFields(shown) ? shown : {};
  const cut = REST in fields;
  const kept = Object.entries(answer).filter(([name]) => !cut || name in fields);
  const elided = kept.map(([name, item]) => [name, elide(item, fields[name])]);
  return Object.fromEntries(cut ? [...elided, [REST, REST]] : elided);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
