const LONGEST_SHOWN = 100;

/** A name that a caller gave, short enough to be repeated in an answer. */
export function shownName(name: string): string {
  return name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN)}…`;
}
