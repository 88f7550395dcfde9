import { CodedError } from "@faculties/errors";
import { combineJudgements, type Outcome, type Panel } from "../domain/combine-judgements.ts";
import type { Judge, JudgeCall } from "./judge.ts";

/** Finds a judge by the name that the configuration gives it; fails with what to do about it. */
export type FindJudge = (name: string) => Promise<Judge>;

/** Asks all judges at once. One that fails or is unknown costs nobody else anything. */
export async function askJudges(
  names: readonly string[],
  find: FindJudge,
  call: JudgeCall,
): Promise<Panel> {
  const outcomes = await Promise.all(names.map((name) => ask(name, find, call)));
  return combineJudgements(outcomes);
}

async function ask(name: string, find: FindJudge, call: JudgeCall): Promise<Outcome> {
  try {
    const judge = await find(name);
    return { name, ...(await judge.judge(call)) };
  } catch (error) {
    call.signal.throwIfAborted();
    // Only coded errors are written for others to read; the rest may say anything.
    const reason =
      error instanceof CodedError
        ? error.message
        : "The judge failed unexpectedly; see the server's log.";
    call.onFailure?.(name, error);
    return { name, reason };
  }
}
