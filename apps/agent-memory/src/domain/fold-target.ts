/** The form in which targets are compared: trimmed, composed and case-folded. */
export function foldTarget(target: string): string {
  return target.trim().normalize("NFC").toUpperCase().toLowerCase();
}
