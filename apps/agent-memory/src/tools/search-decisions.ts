import { defineTool } from "@faculties/mcp-kit";
import {
  SearchDecisionsInput,
  SearchDecisionsOutput,
} from "@faculties/schemas/agent-memory/search-decisions";
import type { Context } from "../context.ts";
import { searchDecisions } from "../search/search-decisions.ts";

/** A database that has just started, or is locked, can take longer; an agent gets the results that are there by then. */
const PATIENCE_MS = 3_000;

export const searchDecisionsTool = defineTool({
  name: "search_decisions",
  title: "Search decisions",
  description:
    'Look up what this project has already decided (architecture, technology, authentication, conventions, naming, tools) and why. Call it before you propose or change any of these, and when the user asks "what did we decide about …", "do we still use …" or "is there a rule for …". A decision with status active binds until you supersede it; old ones lead to what replaced them. Does not search code.',
  toolset: "read",
  hasView: true,
  input: SearchDecisionsInput,
  output: SearchDecisionsOutput,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  usesRoots: (_, { project }: Context) => project.asksClient,
  async run(input, context: Context, { signal, roots }) {
    const projects = await context.project.visible(roots);
    return searchDecisions(context, input, { signal, patienceMs: PATIENCE_MS, projects });
  },
});
