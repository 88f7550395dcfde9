import { randomUUID } from "node:crypto";
import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDivergentInput,
  ReasoningDivergentOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/default-confidence.ts";
import { divergent, divergentTask } from "../prompts/divergent.ts";
import { DivergentShape } from "../prompts/divergent-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

const UNRATED_NOVELTY = 0.5;

export const reasoningDivergent = defineTool({
  name: "reasoning_divergent",
  title: "Divergent",
  description: "Find unconventional perspectives.",
  toolset: "core",
  input: ReasoningDivergentInput,
  output: ReasoningDivergentOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const line = await store.read((unit) => openLine(unit, input.session_id, "divergent", pipes));

    const answer = await model.ask(call, {
      tool: "reasoning_divergent",
      input,
      pipe: divergent,
      task: divergentTask(input),
      shape: DivergentShape,
      line,
    });
    const { data } = answer;
    const found = data.perspectives.flatMap(
      ({ viewpoint, perspective, novelty_score, novelty }) => {
        const text = viewpoint ?? perspective;
        return text === undefined ? [] : [{ viewpoint: text, novelty: novelty_score ?? novelty }];
      },
    );
    const perspectives = found.slice(0, input.num_perspectives).map(({ viewpoint, novelty }) => ({
      id: randomUUID(),
      viewpoint,
      novelty_score: novelty ?? UNRATED_NOVELTY,
    }));
    const content = data.thought ?? data.synthesis ?? answer.text;
    const synthesis = data.synthesis ?? content;
    const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
    const thought = await store.write(async (unit) => {
      const session = await unit.sessions.enter(input.session_id, "divergent");
      const metadata = { perspectives, synthesis };
      const added = await unit.thoughts.add(session, {
        content,
        confidence,
        mode: "divergent",
        metadata,
      });
      await answer.record(unit, session.id, added);
      return added;
    }, withinSession(input.session_id));

    return withNotes(
      {
        thought_id: thought.id,
        session_id: thought.sessionId,
        content,
        confidence,
        perspectives,
        synthesis,
      },
      [
        ...(found.some(({ novelty }) => novelty === undefined)
          ? [`Perspectives without a novelty score count as ${UNRATED_NOVELTY}.`]
          : []),
        ...thresholdNotes(confidence, input.confidence),
      ],
    );
  },
});
