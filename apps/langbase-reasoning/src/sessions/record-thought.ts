import type { ModelAnswer } from "../model-calls/ask-model.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { enterSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { addThought, type NewThought, type ThoughtRow } from "../store/thoughts.ts";

/** Stores a thought in its session, or in a new one, together with the model calls that led to it. */
export function recordThought(
  store: Store,
  sessionId: string | undefined,
  thought: NewThought,
  ...answers: readonly (ModelAnswer<object> | undefined)[]
): Promise<ThoughtRow> {
  return store.write(
    async (tx, now) => {
      const session = await enterSession(tx, sessionId, thought.mode, now);
      const added = await addThought(tx, session, thought, now);
      for (const answer of answers) await answer?.record(tx, session.id, now, added);
      return added;
    },
    { locks: sessionKeys(sessionId) },
  );
}
