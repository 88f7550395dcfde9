import type { Transaction } from "@faculties/storage";
import type { PipeKey, PipeNames } from "../pipes/pipe.ts";
import { findSession } from "../store/sessions.ts";
import { findThread } from "../store/threads.ts";
import { type EarlierThought, newestThought, thoughtsLeadingTo } from "../store/thoughts.ts";

/** The part of a session that a model gets together with the task. */
export type SessionHistory = {
  sessionId: string | undefined;
  /** The thoughts before, oldest first. */
  thoughts: readonly EarlierThought[];
  /** The pipe's thread at Langbase, and the newest thought that it knows. */
  thread: { id: string; knownPosition: number } | undefined;
};

const MOST_THOUGHTS = 12;

const NO_HISTORY: SessionHistory = { sessionId: undefined, thoughts: [], thread: undefined };

/** The thoughts of the active branch, or of another one, and the thread. */
export async function readHistory(
  tx: Transaction,
  sessionId: string | undefined,
  pipe: PipeKey,
  names: PipeNames,
  branchId?: string,
): Promise<SessionHistory> {
  const history = await readThread(tx, sessionId, pipe, names);
  if (sessionId === undefined) return history;
  const session = await findSession(tx, sessionId);
  const newest = await newestThought(tx, sessionId, branchId ?? session.activeBranchId);
  return { ...history, thoughts: await thoughtsUpTo(tx, newest?.id ?? null) };
}

/** The thread alone, for questions that do not depend on the session's thoughts. */
export async function readThread(
  tx: Transaction,
  sessionId: string | undefined,
  pipe: PipeKey,
  names: PipeNames,
): Promise<SessionHistory> {
  if (sessionId === undefined) return NO_HISTORY;
  const row = await findThread(tx, sessionId, names[pipe]);
  const thread = row && { id: row.threadId, knownPosition: row.knownPosition };
  return { ...NO_HISTORY, sessionId, thread };
}

/** The thoughts that lead to one, for a new thread. */
export async function readHistoryUpTo(
  tx: Transaction,
  sessionId: string,
  thoughtId: string | null,
): Promise<SessionHistory> {
  return { ...NO_HISTORY, sessionId, thoughts: await thoughtsUpTo(tx, thoughtId) };
}

async function thoughtsUpTo(tx: Transaction, thoughtId: string | null): Promise<EarlierThought[]> {
  return thoughtId === null ? [] : thoughtsLeadingTo(tx, thoughtId, MOST_THOUGHTS);
}
