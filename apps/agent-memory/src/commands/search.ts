import { defineCommand, option, parseInput } from "@faculties/mcp-kit";
import {
  SEARCH_MODES,
  SearchDecisionsInput,
} from "@faculties/schemas/agent-memory/search-decisions";
import type { Context } from "../context.ts";
import { searchDecisions } from "../search/search-decisions.ts";
import { jsonOption } from "./json-option.ts";

/** A new process has to load everything first; with the short limit of the server it would always search by words only. */
const PATIENCE_MS = 60_000;

const options = {
  limit: option.integer({
    flag: "limit",
    min: 1,
    max: 20,
    default: 5,
    describe: "Most results to print",
  }),
  mode: option.choice({
    flag: "mode",
    choices: SEARCH_MODES,
    default: "balanced",
    describe: "strict: only active; balanced: one per target; audit: everything",
  }),
  json: jsonOption,
};

export const searchCommand = defineCommand<Context, typeof options>({
  name: "search",
  usage: "<query…>",
  summary: "Search as search_decisions does",
  positionals: [1, 1_000],
  options,
  async run({ context, positionals, values: { limit, mode, json }, print, signal }) {
    const input = parseInput(SearchDecisionsInput, { query: positionals.join(" "), limit, mode });
    const found = await searchDecisions(context, input, {
      signal,
      patienceMs: PATIENCE_MS,
      projects: undefined,
    });
    if (json) {
      print(JSON.stringify(found, null, 2));
      return;
    }
    for (const { id, score, status, target, preview } of found.results) {
      print(`${score.toFixed(3)}  ${status.padEnd(10)}  ${id}  ${target}`);
      print(`       ${preview}`);
    }
    if (found.results.length === 0) print("Nothing was found.");
    if (found.message) print(found.message);
  },
});
