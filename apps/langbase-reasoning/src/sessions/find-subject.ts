import type { Transaction } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import { findSession } from "../store/sessions.ts";
import { findThought, type ThoughtRow } from "../store/thoughts.ts";

export type SubjectInput = {
  content?: string | undefined;
  thought_id?: string | undefined;
  session_id?: string | undefined;
};

export type Subject = {
  content: string;
  thought: ThoughtRow | undefined;
  sessionId: string | undefined;
};

/** The text to examine: the stored thought if the caller names one, else the given content. */
export async function findSubject(
  tx: Transaction,
  { content = "", thought_id, session_id }: SubjectInput,
): Promise<Subject> {
  if (session_id !== undefined) await findSession(tx, session_id);
  if (thought_id === undefined) return { content, thought: undefined, sessionId: session_id };
  const thought = await findThought(tx, thought_id);
  if (session_id !== undefined && thought.sessionId !== session_id)
    throw notFound("thought", thought_id, ` in session ${session_id}`);
  return { content: thought.content, thought, sessionId: thought.sessionId };
}
