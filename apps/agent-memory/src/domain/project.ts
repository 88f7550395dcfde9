/** Stands for no project: a record that every project sees. */
export const GLOBAL = "";

/** Between the project and the target in a key. */
const SEPARATOR = "\u001f";

/** A target within a project. */
export type PlacedTarget = { project: string; target: string };

/** The form in which targets are compared: trimmed, composed and case-folded. */
export function foldTarget(target: string): string {
  return target.trim().normalize("NFC").toUpperCase().toLowerCase().replaceAll(SEPARATOR, " ");
}

/** Records with the same key are about the same target of the same project. */
export function targetKeyOf({ project, target }: PlacedTarget): string {
  return project === GLOBAL ? foldTarget(target) : `${project}${SEPARATOR}${foldTarget(target)}`;
}
