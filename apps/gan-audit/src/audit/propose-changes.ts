import type { TextChange } from "../domain/diff/make-diff.ts";
import type { Material } from "../domain/material.ts";

/** What the best proposal changes, compared with what the files hold now. */
export function proposeChanges(before: Material, after: Material): TextChange[] {
  const audited = new Map(before.texts.map((text) => [text.path, text.text]));
  return after.texts
    .filter(({ path, text, isFixable }) => isFixable && audited.get(path) !== text)
    .map(({ path, text, original }) => ({ path, before: original, after: text }));
}

/** Code that stands in the thought only has no file that could be changed. */
export const isInThought = ({ path, before }: TextChange): boolean =>
  before === undefined && path.startsWith("thought/");
