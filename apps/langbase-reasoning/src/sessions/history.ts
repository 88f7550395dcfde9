import type { Transaction } from "@faculties/storage";
import type { PipeKey, PipeNames } from "../pipes/pipe.ts";
import { findSession } from "../store/sessions.ts";
import { findThread } from "../store/threads.ts";
import { type EarlierThought, newestThought, thoughtsLeadingTo } from "../store/thoughts.ts";

/** The part of a session that a model gets together with the task. */
export type SessionHistory = {
  sessionId: string | undefined;
  /** The line of thought before, oldest first. */
  thoughts: readonly EarlierThought[];
  /** Present if the answer continues the line, so that the branch's thread at Langbase may be used. */
  line?: { branchId: string | null; thread: { id: string; tip: string } | undefined };
};

const MOST_THOUGHTS = 12;

/** A question on its own: nothing that was asked or thought before may influence the answer. */
export function noHistory(sessionId: string | undefined): SessionHistory {
  return { sessionId, thoughts: [] };
}

/** The line of the active branch, or of another one, for an answer that continues it. */
export async function readHistory(
  tx: Transaction,
  sessionId: string | undefined,
  pipe: PipeKey,
  names: PipeNames,
  branch?: string,
): Promise<SessionHistory> {
  if (sessionId === undefined)
    return { ...noHistory(sessionId), line: { branchId: null, thread: undefined } };
  const { branchId, thoughts } = await readLine(tx, sessionId, branch);
  const known = await findThread(tx, { sessionId, pipeName: names[pipe], branchId });
  // A thread that ends elsewhere knows thoughts of another line.
  const continues = known !== undefined && thoughts.some(({ id }) => id === known.tip);
  const thread = continues ? { id: known.threadId, tip: known.tip } : undefined;
  return { sessionId, thoughts, line: { branchId, thread } };
}

/** The line of the active branch, for an answer that does not continue it. */
export async function readBackground(
  tx: Transaction,
  sessionId: string | undefined,
): Promise<SessionHistory> {
  if (sessionId === undefined) return noHistory(sessionId);
  const { thoughts } = await readLine(tx, sessionId);
  return { sessionId, thoughts };
}

/** The thoughts that lead to one, itself included. */
export async function readThoughtsUpTo(
  tx: Transaction,
  thoughtId: string | null,
): Promise<EarlierThought[]> {
  return thoughtId === null ? [] : thoughtsLeadingTo(tx, thoughtId, MOST_THOUGHTS);
}

async function readLine(tx: Transaction, sessionId: string, branch?: string) {
  const session = await findSession(tx, sessionId);
  const branchId = branch ?? session.activeBranchId;
  const newest = await newestThought(tx, sessionId, branchId);
  return { branchId, thoughts: await readThoughtsUpTo(tx, newest?.id ?? null) };
}
