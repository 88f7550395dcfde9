import { notFound } from "../domain/reasoning-error.ts";
import type { ThoughtRow } from "./thought-store.ts";
import type { Unit } from "./unit.ts";

type Asked = {
  content?: string | undefined;
  thought_id?: string | undefined;
  session_id?: string | undefined;
};

export type Subject = {
  content: string;
  thought: ThoughtRow | undefined;
  sessionId: string | undefined;
};

/** The text to look at: a stored thought if one is named, else the content that was given. */
export async function findSubject(
  unit: Unit,
  { content = "", thought_id, session_id }: Asked,
): Promise<Subject> {
  if (session_id !== undefined) await unit.sessions.find(session_id);
  if (thought_id === undefined) return { content, thought: undefined, sessionId: session_id };
  const thought = await unit.thoughts.find(thought_id);
  if (session_id !== undefined && thought.sessionId !== session_id)
    throw notFound("thought", thought_id, ` in session ${session_id}`);
  return { content: thought.content, thought, sessionId: thought.sessionId };
}
