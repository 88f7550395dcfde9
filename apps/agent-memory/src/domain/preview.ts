import type { Origin } from "./decision.ts";

const LONGEST = 280;
/** How a rendering shows that a text came through MCP. It is written here, never read back. */
export const AGENT_MARKER = "[via MCP]";

/** One line that tells what a record says. */
export function preview(text: { title: string; rationale: string; origin: Origin }): string {
  const marker = text.origin === "agent" ? ` ${AGENT_MARKER}` : "";
  return shorten(`${text.title}${marker}: ${text.rationale}`, LONGEST);
}

/** One line of at most so many characters, never cut inside one. */
export function shorten(text: string, longest: number): string {
  // Whitespace shrinks, so a few times the wanted length is enough to look at.
  const line = text
    .slice(0, longest * 8)
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}
