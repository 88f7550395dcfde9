const WIDTH = 100;

/** JSON as the formatter leaves it, with whatever fits into a line on one line. */
export function printJson(value: unknown, indent = "", used = 0): string {
  const line = printLine(value);
  if (typeof value !== "object" || value === null) return line;
  if (indent.length + used + line.length < WIDTH) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${printJson(item, inner)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, item]) => {
    const key = `${JSON.stringify(name)}: `;
    return `${inner}${key}${printJson(item, inner, key.length)}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function printLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(printLine).join(", ")}]`;
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${printLine(item)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
