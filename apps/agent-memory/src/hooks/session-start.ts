import type { Hook } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { fitLines, renderLine } from "../guidance/render-decisions.ts";
import { listDecisions } from "../store/decisions.ts";

/** About 300 tokens, which every session pays. */
const LONGEST = 1_100;
const LONGEST_EACH = 150;
const MOST_READ = 50;
const HEAD =
  "Decisions in force in this project (agent-memory). Follow them, or ask before you supersede one:";
const MORE = "There are more: search_decisions finds them by topic.";

/** When a session starts, the latest decisions in force, so that nothing is decided twice. */
export const sessionStart: Hook<Context> = {
  event: "SessionStart",
  async run({ context: { project, storage } }) {
    const projects = await project.visible();
    const decisions = await storage.read((tx) =>
      listDecisions(tx, { status: "active", projects, limit: MOST_READ }),
    );
    if (decisions.length === 0) return undefined;
    const lines = decisions.map((decision) => renderLine(decision, LONGEST_EACH));
    const shown = fitLines(lines, LONGEST);
    const isAll = shown.split("\n").length === lines.length;
    return [HEAD, shown, ...(isAll ? [] : [MORE])].join("\n");
  },
};
