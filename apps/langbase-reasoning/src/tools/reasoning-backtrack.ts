import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningBacktrackInput,
  ReasoningBacktrackOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/default-confidence.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { linear, redirectTask } from "../prompts/linear.ts";
import { LinearShape } from "../prompts/linear-shape.ts";
import { lineTo } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningBacktrack = defineTool({
  name: "reasoning_backtrack",
  title: "Backtrack",
  description: "Restore a checkpoint, then optionally think on.",
  toolset: "core",
  input: ReasoningBacktrackInput,
  output: ReasoningBacktrackOutput,
  annotations: THINKS,
  async run(input, { store, model }: Context, call) {
    const { checkpoint, line } = await store.read(async (unit) => {
      if (input.session_id !== undefined) await unit.sessions.find(input.session_id);
      const found = await unit.checkpoints.find(input.checkpoint_id);
      if (input.session_id !== undefined && input.session_id !== found.sessionId)
        throw notFound("checkpoint", found.id, ` in session ${input.session_id}`);
      return { checkpoint: found, line: await lineTo(unit, found.sessionId, found.snapshot.tip) };
    });

    // Asked first: when the model fails, nothing has changed.
    const answer =
      input.new_direction === undefined
        ? undefined
        : await model.ask(call, {
            tool: "reasoning_backtrack",
            input,
            pipe: linear,
            task: redirectTask(input.new_direction, input.confidence),
            shape: LinearShape,
            line,
          });
    const { snapshot, sessionId, name } = checkpoint;
    const { abandoned, thought } = await store.write(async (unit) => {
      const before = await unit.sessions.find(sessionId);
      const abandonedId = await unit.restoreSnapshot(before, snapshot, name);
      await unit.threads.forget(sessionId);
      if (answer === undefined) return { abandoned: abandonedId, thought: undefined };
      const session = await unit.sessions.enter(sessionId, "backtracking");
      const added = await unit.thoughts.add(session, {
        content: answer.data.thought ?? answer.text,
        confidence: answer.data.confidence ?? DEFAULT_CONFIDENCE,
        mode: "backtracking",
        parentId: snapshot.tip,
        metadata: { checkpoint_id: checkpoint.id, new_direction: input.new_direction },
      });
      await answer.record(unit, sessionId, added);
      return { abandoned: abandonedId, thought: added };
    }, withinSession(sessionId));

    return withNotes(
      {
        checkpoint_id: checkpoint.id,
        session_id: sessionId,
        thought_id: thought?.id ?? null,
        content: thought?.content ?? null,
        confidence: thought?.confidence ?? null,
        previous_thought: snapshot.tip,
        branch_id: snapshot.active_branch_id,
        abandoned_branch_id: abandoned,
        restored: {
          thoughts: snapshot.thoughts.length,
          branches: snapshot.branches.length,
          graphs: snapshot.graphs.length,
        },
      },
      thought === undefined ? [] : thresholdNotes(thought.confidence, input.confidence),
    );
  },
});
