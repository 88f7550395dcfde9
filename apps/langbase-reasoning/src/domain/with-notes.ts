/** A result with its notes, or without the field when there are none. */
export function withNotes<Result extends object>(
  result: Result,
  notes: readonly string[],
): Result & { notes?: string[] } {
  return notes.length === 0 ? result : { ...result, notes: [...notes] };
}
