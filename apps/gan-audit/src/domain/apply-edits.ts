import type { TextEdit } from "./finding.ts";

/** Applies groups of edits, each whole or not at all; a group that touches what an earlier one changed is left out. */
export function applyEdits(text: string, groups: readonly (readonly TextEdit[])[]): string {
  const taken: TextEdit[] = [];
  for (const group of groups) {
    const fits = group.every(
      (edit) => isValid(edit, text) && taken.every((other) => !overlaps(edit, other)),
    );
    if (fits) taken.push(...group);
  }
  let result = "";
  let at = 0;
  for (const { start, end, text: inserted } of taken.toSorted(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

const isValid = ({ start, end }: TextEdit, text: string): boolean =>
  start >= 0 && start <= end && end <= text.length;

/** Two insertions at one place are in conflict, too: nobody knows their order. */
const overlaps = (left: TextEdit, right: TextEdit): boolean =>
  left.start === right.start || (left.start < right.end && right.start < left.end);
