import type { Hook } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { isUnrecorded, readTurns } from "./read-transcript.ts";

const REMINDER =
  "Something that outlives this task seems to have been decided, and nothing was recorded. If so, record it now with record_decision (search_decisions first; supersede_decision if one is in force on the target), one decision per call. If not, just finish.";

/** Before the agent stops, once: a reminder to record, when something was decided and nothing recorded. */
export const stop: Hook<Context> = {
  event: "Stop",
  async run({ input: { isRepeated, transcript } }) {
    if (isRepeated || transcript === undefined) return undefined;
    return isUnrecorded(await readTurns(transcript)) ? REMINDER : undefined;
  },
};
