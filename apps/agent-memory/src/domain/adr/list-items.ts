const BULLET = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?=\s)/;

/** The items of a Markdown list, or its paragraphs when it is none. */
export function listItems(lines: readonly string[]): string[] {
  const items: string[][] = [];
  let open = false;
  for (const line of lines) {
    const bullet = BULLET.exec(line)?.[0];
    if (bullet !== undefined) items.push([line.slice(bullet.length)]);
    else if (line.trim() === "") open = line === "  " && open;
    else if (open) items.at(-1)?.push(line.replace(/^ {2}/, ""));
    else items.push([line]);
    if (line.trim() !== "") open = true;
  }
  return items.map((item) => item.join("\n").trim()).filter((item) => item !== "");
}
