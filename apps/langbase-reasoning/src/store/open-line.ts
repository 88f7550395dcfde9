import type { PipeNames } from "../pipe-names.ts";
import type { PipeKey } from "../prompts/pipe-prompt.ts";
import type { LineThought } from "./thought-store.ts";
import type { Unit } from "./unit.ts";

/** What a model is told of a session beside the task. */
export type Line = {
  sessionId: string | undefined;
  /** The thoughts before, oldest first. */
  thoughts: readonly LineThought[];
  /** The pipe's thread at Langbase, and the newest thought that it knows. */
  thread: { id: string; knownPosition: number } | undefined;
};

const MOST_THOUGHTS = 12;

const NO_LINE: Line = { sessionId: undefined, thoughts: [], thread: undefined };

/** The line of the active branch, or of another one. */
export async function openLine(
  unit: Unit,
  sessionId: string | undefined,
  pipe: PipeKey,
  names: PipeNames,
  branchId?: string,
): Promise<Line> {
  const line = await openThread(unit, sessionId, pipe, names);
  if (sessionId === undefined) return line;
  const session = await unit.sessions.find(sessionId);
  const tip = await unit.thoughts.tip(sessionId, branchId ?? session.activeBranchId);
  return { ...line, thoughts: await thoughtsTo(unit, tip?.id ?? null) };
}

/** For questions that the thoughts of the session do not bear on: the thread alone. */
export async function openThread(
  unit: Unit,
  sessionId: string | undefined,
  pipe: PipeKey,
  names: PipeNames,
): Promise<Line> {
  if (sessionId === undefined) return NO_LINE;
  const row = await unit.threads.find(sessionId, names[pipe]);
  const thread = row && { id: row.threadId, knownPosition: row.knownPosition };
  return { ...NO_LINE, sessionId, thread };
}

/** The thoughts that lead to one, for a new thread. */
export async function lineTo(
  unit: Unit,
  sessionId: string,
  thoughtId: string | null,
): Promise<Line> {
  return { ...NO_LINE, sessionId, thoughts: await thoughtsTo(unit, thoughtId) };
}

async function thoughtsTo(unit: Unit, thoughtId: string | null): Promise<LineThought[]> {
  return thoughtId === null ? [] : unit.thoughts.line(thoughtId, MOST_THOUGHTS);
}
