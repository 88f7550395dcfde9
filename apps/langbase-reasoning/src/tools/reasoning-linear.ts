import { defineTool } from "@faculties/mcp-kit";
import { ReasoningLinearInput, ReasoningLinearOutput } from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/default-confidence.ts";
import { linear, linearTask } from "../prompts/linear.ts";
import { LinearShape } from "../prompts/linear-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningLinear = defineTool({
  name: "reasoning_linear",
  title: "Linear",
  description: "Think one step further.",
  toolset: "core",
  input: ReasoningLinearInput,
  output: ReasoningLinearOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const line = await store.read((unit) => openLine(unit, input.session_id, "linear", pipes));

    const answer = await model.ask(call, {
      tool: "reasoning_linear",
      input,
      pipe: linear,
      task: linearTask(input.content, input.confidence),
      shape: LinearShape,
      line,
    });
    const content = answer.data.thought ?? answer.text;
    const confidence = answer.data.confidence ?? DEFAULT_CONFIDENCE;
    const thought = await store.write(async (unit) => {
      const session = await unit.sessions.enter(input.session_id, "linear");
      const added = await unit.thoughts.add(session, { content, confidence, mode: "linear" });
      await answer.record(unit, session.id, added);
      return added;
    }, withinSession(input.session_id));

    return withNotes(
      {
        thought_id: thought.id,
        session_id: thought.sessionId,
        content,
        confidence,
        previous_thought: thought.parentId,
      },
      thresholdNotes(confidence, input.confidence),
    );
  },
});
