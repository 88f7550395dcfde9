import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { NormalisedEdge, NormalisedNode } from "./normalised-graph.ts";
import { count, text, texts } from "./response-fields.ts";
import { identifier, textList } from "./tool-parameters.ts";

export const KgSuggestPlanInput = z.strictObject({
  goal: identifier("Goal that the plan shall reach"),
  context: z
    .strictObject({
      preferred_sources: textList("Sources of facts to trust first"),
      exclude_tasks: textList("Tasks to leave out"),
      max_fragments: z.int().min(1).max(5).default(3).describe("Most plan fragments to return"),
    })
    .prefault({})
    .describe("Preferences for the plan"),
});
export type KgSuggestPlanInput = z.infer<typeof KgSuggestPlanInput>;

/** A fragment's nodes and edges can be handed to graph_create as they are. */
export const KgSuggestPlanOutput = z.object({
  goal: text,
  fragments: z.array(
    z.object({
      id: text,
      nodes: z.array(NormalisedNode),
      edges: z.array(NormalisedEdge),
      confidence: UnitInterval,
      sources: texts,
    }),
  ),
  rationale: texts,
  coverage: z.object({
    known_tasks: count,
    suggested_tasks: count,
    excluded_tasks: texts,
    missing_dependencies: texts,
  }),
  sources: z.array(z.object({ source: text, tasks: count })),
});
export type KgSuggestPlanOutput = z.infer<typeof KgSuggestPlanOutput>;
