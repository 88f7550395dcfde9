const LONGEST_SHOWN = 100;

/** A name from the caller, shortened for an answer. */
export function shownName(name: string): string {
  return name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN)}…`;
}
