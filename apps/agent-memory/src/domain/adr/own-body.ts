import { raiseHeadings } from "./render-record.ts";

export type RecordBody = { rationale: string; consequences: string[] };

/** Reads back exactly what `renderRecord` wrote: its sections begin at a line's start, everything else is text. */
export function readOwnBody(body: string): RecordBody {
  const lines = body.replaceAll("\r\n", "\n").split("\n");
  const rationaleAt = lines.indexOf("## Rationale");
  const consequencesAt = lines.lastIndexOf("## Consequences");
  const end = consequencesAt > rationaleAt ? consequencesAt : lines.length;
  const rationale = lines
    .slice(rationaleAt + 1, end)
    .join("\n")
    .trim();
  const items: string[] = [];
  for (const line of lines.slice(end + 1)) {
    if (line.startsWith("- ")) items.push(line.slice(2));
    else if (line.startsWith("  ")) items[items.length - 1] += `\n${line.slice(2)}`;
  }
  return { rationale: raiseHeadings(rationale), consequences: items };
}
