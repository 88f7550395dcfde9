import { CodedError } from "@faculties/errors";
import type { Hook } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { renderFound } from "../guidance/render-decisions.ts";
import { allProjects, facetOf } from "../store/facets.ts";

/** At most 400 tokens. */
const LONGEST = 1_300;
const LONGEST_EACH = 420;
const MOST_HITS = 3;
/** A decision is relevant when it matches as well as this many words that no other decision has. */
const LEAST_UNIQUE_WORDS = 1.4;
const HEAD = "Decisions of this project that bear on this request (agent-memory):";

/** On a prompt, the decisions that it touches. By words alone: loading a model would take longer than people wait. */
export const prompt: Hook<Context> = {
  event: "UserPromptSubmit",
  async run({ context, input }) {
    if (input.prompt === undefined)
      throw new CodedError(
        "HOOK_INPUT",
        "This event carries no prompt. Give `agent-memory hook prompt` to the event of a submitted prompt (UserPromptSubmit, BeforeAgent, beforeSubmitPrompt).",
      );
    const { index, project, storage } = context;
    const projects = (await project.visible()) ?? (await storage.query(allProjects));
    const facets = projects.map((one) => facetOf({ status: "active", project: one }));
    const parsed = await index.parse(input.prompt);
    const hits = await index.matchText(parsed, { limit: MOST_HITS, facets });
    const relevant = hits.filter(({ score }) => score >= LEAST_UNIQUE_WORDS * parsed.unique);
    const limits = { longest: LONGEST, longestEach: LONGEST_EACH };
    const found = await renderFound(
      context,
      relevant.map(({ id }) => id),
      limits,
    );
    return found === "" ? undefined : `${HEAD}\n${found}`;
  },
};
