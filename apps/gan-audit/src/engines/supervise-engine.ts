import { abortable, withDeadline } from "@faculties/std";
import { familyOf } from "../domain/languages.ts";
import type { SourceText } from "../domain/source-text.ts";
import { forkEngine } from "./fork-engine.ts";
import { startOxlint } from "./oxlint.ts";
import { ENGINE_NAMES, type EngineName, type EngineReport, type EngineProcess } from "./engine.ts";

export type SupervisedEngine = {
  readonly name: EngineName;
  /** Whether the engine has something to say about a text. */
  isFor(text: SourceText): boolean;
  /** Never rejects but for the caller's own signal: a failure becomes a note. */
  check(texts: readonly SourceText[], signal: AbortSignal): Promise<EngineReport>;
  close(): void;
};

type SupervisorSettings = {
  start(): EngineProcess;
  /** One check that takes longer ends with the engine's process. */
  deadlineMs: number;
  /** An engine that is not used for this long gives its memory back. */
  idleMs: number;
};

const IDLE_MS = 5 * 60_000;

const IS_FOR: Readonly<Record<EngineName, (text: SourceText) => boolean>> = {
  "ast-grep": ({ language }) => language !== undefined,
  oxlint: ({ language }) => language !== undefined && familyOf(language) === "javascript",
  ruff: ({ language }) => language === "python",
  secrets: () => true,
};

/** One supervised process for each engine, with the deadline that the operator set; none is started before it is needed. */
export function superviseEngines(deadlineMs: number): readonly SupervisedEngine[] {
  return ENGINE_NAMES.map((name) =>
    superviseEngine(name, {
      deadlineMs,
      idleMs: IDLE_MS,
      start: () => (name === "oxlint" ? startOxlint() : forkEngine(name)),
    }),
  );
}

/** Starts an engine when it is needed, gives it one batch at a time, and replaces it when it fails. */
function superviseEngine(name: EngineName, settings: SupervisorSettings): SupervisedEngine {
  const { start, deadlineMs, idleMs } = settings;
  let running: EngineProcess | undefined;
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
    let isLate = false;
    try {
      running ??= start();
      const checked = withDeadline(running.check(texts), deadlineMs, () => {
        isLate = true;
        throw new Error(`it did not answer within ${deadlineMs} ms and was stopped`);
      });
      return await abortable(checked, signal);
    } catch (error) {
      stop();
      signal.throwIfAborted();
      return {
        findings: [],
        notes: [`${name} failed: ${(error as Error).message.split("\n", 1)[0]}`],
        skipped: texts.map(({ path }) => path),
        isCrash: !isLate,
        isTooDeep: error instanceof RangeError,
      };
    } finally {
      idle = setTimeout(stop, idleMs).unref();
    }
  }

  return {
    name,
    isFor: IS_FOR[name],
    check(texts, signal) {
      const result = turn.then(() => checkNow(texts, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    close: stop,
  };
}
