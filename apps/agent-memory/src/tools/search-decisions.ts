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
  description: "Find decisions by words and meaning, those in force first.",
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
  run: (input, context: Context, { signal }) =>
    searchDecisions(context, input, { signal, patienceMs: PATIENCE_MS }),
});
