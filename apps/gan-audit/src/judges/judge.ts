import { CodedError } from "@faculties/errors";
import { combineJudgements, type Outcome, type Panel } from "../domain/combine-judgements.ts";
import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";

export type Judgement = {
  /** Undefined when there was no code that it could read. */
  score: number | undefined;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  /** References besides its findings. */
  citations: readonly string[];
  notes: string[];
  /** Paths of code that it cannot read, and another judge may. */
  unread: readonly string[];
  /** Whether nothing broke off while it read the rest. */
  isWhole: boolean;
};

export type JudgeCall = {
  material: Material;
  task: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
  /** Told what the judges that are done have said together. */
  onJudged?(soFar: Panel): void;
  /** Told what a judge failed with, for the log. */
  onFailure?(name: string, error: unknown): void;
};

/** Gives a judgement, or fails with a sentence for its card. */
export type Judge = {
  /** The name that the configuration calls it by. */
  name: string;
  judge(call: JudgeCall): Promise<Judgement>;
};

/** Finds a judge by the name that the configuration gives it; fails with what to do about it. */
type FindJudge = (name: string) => Promise<Judge>;

/** Asks all judges at once. One that fails or is unknown costs nobody else anything. */
export async function askJudges(
  names: readonly string[],
  find: FindJudge,
  call: JudgeCall,
): Promise<Panel> {
  const finished: Outcome[] = [];
  const outcomes = await Promise.all(
    names.map(async (name) => {
      const outcome = await ask(name, find, call);
      finished.push(outcome);
      call.onJudged?.(combineJudgements(finished));
      return outcome;
    }),
  );
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
