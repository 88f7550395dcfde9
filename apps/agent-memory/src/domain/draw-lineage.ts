import { AGENT_MARKER, type Decision, type Link } from "./decision.ts";

/** The decisions of a target as a tree, newest at the top, each above what it replaced. */
export function drawLineage(decisions: readonly Decision[], links: readonly Link[]): string[] {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const replaced = new Set(links.filter((link) => byId.has(link.newId)).map(({ oldId }) => oldId));
  const roots = decisions.filter(({ id }) => !replaced.has(id)).toReversed();
  const drawn = new Set<string>();
  const lines: string[] = [];

  function draw(id: string, lead: string, branch: string, how: string): void {
    const decision = byId.get(id);
    if (decision === undefined) return;
    const again = drawn.has(id);
    lines.push(`${lead}${branch}${how}${label(decision)}${again ? " (see above)" : ""}`);
    if (again) return;
    drawn.add(id);
    const older = links.filter((link) => link.newId === id && byId.has(link.oldId));
    const deeper = lead + (branch === "" ? "" : branch === "├─ " ? "│  " : "   ");
    older.forEach((link, index) => {
      const last = index === older.length - 1;
      draw(link.oldId, deeper, last ? "└─ " : "├─ ", link.kind === "amends" ? "amends " : "");
    });
  }

  for (const { id } of roots) draw(id, "", "", "");
  return lines;
}

function label({ id, title, status, origin, createdAt }: Decision): string {
  const date = new Date(createdAt).toISOString().slice(0, 10);
  const marker = origin === "agent" ? ` ${AGENT_MARKER}` : "";
  return `${status === "active" ? "●" : "○"} ${title}${marker} — ${status}, ${date}, ${id}`;
}
