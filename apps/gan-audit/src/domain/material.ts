import type { SourceText } from "./source-text.ts";
import type { CountedLines } from "./settle-findings.ts";

/** A text under audit, and what is known of where it came from. */
export type AuditText = SourceText & {
  /** The content of the file in the work tree; undefined for a text that is in no file. */
  original: string | undefined;
  /** Whether fixes may change it. */
  isFixable: boolean;
  /** It looks like a secret: the engines here read it, no model is shown it and it is not stored. */
  isLocalOnly?: boolean;
};

/** Nothing of the kind is here to look at, or what was asked for could not be read. */
export type Shortfall = "absent" | "failed";

/** Everything that one audit looks at. */
export type Material = {
  texts: AuditText[];
  counted: CountedLines;
  /** Sentences that say which code was left out, and why. */
  notes: string[];
  shortfall?: Shortfall | undefined;
  /** Whether code was left out that should have been read; then nothing passes. */
  isCut: boolean;
};

/** The material without the texts that must not leave this machine. */
export function shareable(material: Material): Material {
  return { ...material, texts: material.texts.filter(({ isLocalOnly }) => !isLocalOnly) };
}

/** How many lines the verdict is about. */
export function countLines({ texts, counted }: Material): number {
  return texts.reduce(
    (sum, { path, text }) => sum + (counted.get(path)?.size ?? lineCount(text)),
    0,
  );
}

export function lineCount(text: string): number {
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
