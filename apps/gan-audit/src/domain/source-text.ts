import type { Language } from "./languages.ts";

/**
 * How much of a program a text is: a whole file, an excerpt that stands for itself (a block in a thought), or the
 * lines around a change whose file is not known.
 */
export type Wholeness = "file" | "excerpt" | "fragment";

/** One text as the judges see it. */
export type SourceText = {
  path: string;
  text: string;
  language: Language | undefined;
  wholeness: Wholeness;
};
