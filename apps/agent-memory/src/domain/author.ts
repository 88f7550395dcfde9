import type { Origin } from "./decision.ts";

/** Who wrote a text and how it came in, in words for those who read it. */
export function authorOf({ origin, source }: { origin: Origin; source: string | null }): string {
  const who = origin === "agent" ? "an agent, via MCP" : "a person";
  return source === null ? who : `${who}; imported from ${fileName(source)}`;
}

/** Folders of the machine are nobody's business. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
