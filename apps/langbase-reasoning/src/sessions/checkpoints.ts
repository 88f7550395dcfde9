import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningBacktrackInput,
  ReasoningBacktrackOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-backtrack";
import type {
  ReasoningCheckpointCreateInput,
  ReasoningCheckpointCreateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-checkpoint-create";
import type { ReasoningCheckpointListOutput } from "@faculties/schemas/langbase-reasoning/reasoning-checkpoint-list";
import type { Context } from "../context.ts";
import { answerNotes, DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/confidence.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { withNotes } from "../domain/with-notes.ts";
import { linear, linearExample, LinearShape, redirectTask } from "../pipes/linear.ts";
import {
  addCheckpoint,
  findCheckpoint,
  listCheckpoints,
  toCheckpointSummary,
} from "../store/checkpoints.ts";
import { sessionKey } from "../store/lock-keys.ts";
import { restoreSnapshot } from "../store/restore-snapshot.ts";
import { enterSession, findSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { takeSnapshot } from "../store/take-snapshot.ts";
import { addThought } from "../store/thoughts.ts";
import { forgetThreads } from "../store/threads.ts";
import { readThoughtsUpTo } from "./history.ts";

export async function createCheckpoint(
  { store }: Context,
  { session_id, name, description }: ReasoningCheckpointCreateInput,
): Promise<ReasoningCheckpointCreateOutput> {
  const checkpoint = await store.write(
    async (tx, now) => {
      const session = await findSession(tx, session_id);
      const snapshot = await takeSnapshot(tx, session);
      return addCheckpoint(tx, session, { name, description: description ?? null, snapshot }, now);
    },
    { locks: [sessionKey(session_id)] },
  );
  return { checkpoint_id: checkpoint.id, ...toCheckpointSummary(checkpoint) };
}

export async function checkpointsOf(
  store: Store,
  sessionId: string,
): Promise<ReasoningCheckpointListOutput> {
  const rows = await store.read(async (tx) => {
    await findSession(tx, sessionId);
    return listCheckpoints(tx, sessionId);
  });
  return {
    session_id: sessionId,
    checkpoints: rows.map(toCheckpointSummary),
    count: rows.length,
  };
}

/** Restores a checkpoint, and continues from it if the caller gives a new direction. */
export async function backtrack(
  { store, model }: Context,
  input: ReasoningBacktrackInput,
  call: ToolCall,
): Promise<ReasoningBacktrackOutput> {
  const { checkpoint, history } = await store.read(async (tx) => {
    if (input.session_id !== undefined) await findSession(tx, input.session_id);
    const found = await findCheckpoint(tx, input.checkpoint_id);
    if (input.session_id !== undefined && input.session_id !== found.sessionId)
      throw notFound("checkpoint", found.id, ` in session ${input.session_id}`);
    const { sessionId, snapshot } = found;
    const before = {
      sessionId,
      thoughts: await readThoughtsUpTo(tx, snapshot.tip),
      line: { branchId: snapshot.active_branch_id, thread: undefined },
    };
    return { checkpoint: found, history: before };
  });

  // The model is asked first: if it fails, nothing has changed.
  const answer =
    input.new_direction === undefined
      ? undefined
      : await model.ask(call, {
          tool: "reasoning_backtrack",
          input,
          pipe: linear,
          task: redirectTask(input.new_direction, input.confidence),
          shape: LinearShape,
          example: linearExample,
          history,
        });
  const { snapshot, sessionId, name } = checkpoint;
  const { abandoned, thought } = await store.write(
    async (tx, now) => {
      const before = await findSession(tx, sessionId);
      const abandonedId = await restoreSnapshot(tx, before, snapshot, name, now);
      await forgetThreads(tx, sessionId);
      if (answer === undefined) return { abandoned: abandonedId, thought: undefined };
      const session = await enterSession(tx, sessionId, "backtracking", now);
      const continuation = {
        content: answer.data.thought ?? answer.text,
        confidence: answer.data.confidence ?? DEFAULT_CONFIDENCE,
        mode: "backtracking",
        parentId: snapshot.tip,
        metadata: { checkpoint_id: checkpoint.id, new_direction: input.new_direction },
      } as const;
      const added = await addThought(tx, session, continuation, now);
      await answer.record(tx, sessionId, now, added);
      return { abandoned: abandonedId, thought: added };
    },
    { locks: [sessionKey(sessionId)] },
  );

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
    answer === undefined || thought === undefined
      ? []
      : [...answerNotes(answer), ...thresholdNotes(thought.confidence, input.confidence)],
  );
}
