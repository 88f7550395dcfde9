import type { SourceText } from "../domain/source-text.ts";
import type { EngineName, EngineReport } from "./engine.ts";
import type { RunningEngine } from "./running-engine.ts";

export type SupervisedEngine = {
  readonly name: EngineName;
  /** Never rejects but for the caller's own signal: a failure becomes a note. */
  check(texts: readonly SourceText[], signal: AbortSignal): Promise<EngineReport>;
  close(): void;
};

export type SupervisorSettings = {
  start(): RunningEngine;
  /** One check that takes longer ends with the engine's process. */
  deadlineMs: number;
  /** An engine that nobody needs gives its memory back. */
  idleMs: number;
};

/** Starts an engine when it is needed, gives it one batch at a time, and replaces it when it fails. */
export function superviseEngine(name: EngineName, settings: SupervisorSettings): SupervisedEngine {
  const { start, deadlineMs, idleMs } = settings;
  let running: RunningEngine | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function stop(): void {
    clearTimeout(idle);
    running?.kill();
    running = undefined;
  }

  async function checkNow(
    texts: readonly SourceText[],
    signal: AbortSignal,
  ): Promise<EngineReport> {
    signal.throwIfAborted();
    clearTimeout(idle);
    const limit = timeLimit(deadlineMs, signal);
    try {
      running ??= start();
      return await Promise.race([running.check(texts), limit.passed]);
    } catch (error) {
      stop();
      signal.throwIfAborted();
      return {
        findings: [],
        notes: [`${name} failed: ${(error as Error).message.split("\n", 1)[0]}`],
        skipped: texts.map(({ path }) => path),
        isCrash: !limit.isPassed(),
        isTooDeep: error instanceof RangeError,
      };
    } finally {
      limit.lift();
      idle = setTimeout(stop, idleMs).unref();
    }
  }

  return {
    name,
    check(texts, signal) {
      const result = turn.then(() => checkNow(texts, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    close: stop,
  };
}

type TimeLimit = { passed: Promise<never>; isPassed(): boolean; lift(): void };

function timeLimit(ms: number, signal: AbortSignal): TimeLimit {
  const { promise, reject } = withReject();
  const onAbort = () => reject(signal.reason);
  let isPassed = false;
  const onTime = () => {
    isPassed = true;
    reject(new Error(`it did not answer within ${ms} ms and was stopped`));
  };
  const timer = setTimeout(onTime, ms);
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    passed: promise,
    isPassed: () => isPassed,
    lift() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}

function withReject(): { promise: Promise<never>; reject(reason: unknown): void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, onReject) => {
    reject = onReject;
  });
  return { promise, reject };
}
