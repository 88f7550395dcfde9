/** A text of foreign origin, without what would steer a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "?");
}
