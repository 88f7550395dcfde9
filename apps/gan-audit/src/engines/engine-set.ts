import { familyOf } from "../domain/languages.ts";
import type { SourceText } from "../domain/source-text.ts";
import { ENGINE_NAMES, type EngineName } from "./engine.ts";
import { forkEngine } from "./fork-engine.ts";
import { startOxlint } from "./oxlint.ts";
import { superviseEngine, type SupervisedEngine } from "./supervise-engine.ts";

export type EngineSet = {
  /** The engines that have something to say about a text. */
  enginesFor(text: SourceText): readonly SupervisedEngine[];
  readonly all: readonly SupervisedEngine[];
  close(): void;
};

export type EngineSettings = { deadlineMs: number; idleMs: number };

const IS_FOR: Readonly<Record<EngineName, (text: SourceText) => boolean>> = {
  "ast-grep": ({ language }) => language !== undefined,
  oxlint: ({ language }) => language !== undefined && familyOf(language) === "javascript",
  ruff: ({ language }) => language === "python",
  secrets: () => true,
};

/** One supervised process for each engine; none is started before it is needed. */
export function createEngineSet(settings: EngineSettings): EngineSet {
  const all = ENGINE_NAMES.map((name) =>
    superviseEngine(name, {
      ...settings,
      start: () => (name === "oxlint" ? startOxlint() : forkEngine(name)),
    }),
  );
  return {
    all,
    enginesFor: (text) => all.filter(({ name }) => IS_FOR[name](text)),
    close() {
      for (const engine of all) engine.close();
    },
  };
}
