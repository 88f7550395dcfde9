const BULLET = /^\s{0,3}(?:[-*+]|\d+[.)])\s+(?<text>.*)$/;

/** The items of a Markdown list, or its paragraphs when it is none. */
export function listItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  let open = false;
  for (const line of lines) {
    const text = BULLET.exec(line)?.groups?.["text"];
    if (text !== undefined) items.push(text);
    else if (line.trim() === "") open = line === "  " && open;
    else if (open) items[items.length - 1] = `${items.at(-1)}\n${line.replace(/^ {2}/, "")}`;
    else items.push(line);
    if (line.trim() !== "") open = true;
  }
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
