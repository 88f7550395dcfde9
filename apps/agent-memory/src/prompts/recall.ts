import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { renderFound } from "../guidance/render-decisions.ts";
import { searchDecisions } from "../search/search-decisions.ts";
import { activeTargets } from "../store/decisions.ts";

const MOST_RESULTS = 8;
const MOST_TARGETS = 1_000;
const PATIENCE_MS = 3_000;
const LONGEST_TEXT = 6_000;

export const recallPrompt = definePrompt<Context>({
  name: "recall",
  title: "Recall decisions",
  description: "What was decided about a topic, why, and what it replaced",
  uses: ["search_decisions"],
  arguments: [
    {
      name: "topic",
      description: "what to recall, in plain words",
      required: true,
      complete: ({ storage }) => storage.read((tx) => activeTargets(tx, MOST_TARGETS)),
    },
  ],
  async render({ topic = "" }, context) {
    const input = { query: topic, limit: MOST_RESULTS, mode: "balanced" as const };
    const { signal } = new AbortController();
    const { results } = await searchDecisions(context, input, {
      signal,
      patienceMs: PATIENCE_MS,
      projects: await context.project.visible(),
    });
    const ids = results.filter(({ kind }) => kind === "decision").map(({ id }) => id);
    const found = await renderFound(context, ids, { longest: LONGEST_TEXT });
    const known =
      found === ""
        ? "The memory has nothing about it."
        : `The memory has these decisions:\n\n${found}`;
    return `What did we decide about ${topic}, and why?

${known}

Answer from these decisions alone, name the ones that are in force, and say when none of them is about the question. If they are not enough, search again with search_decisions in other words.`;
  },
});
