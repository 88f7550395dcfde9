/** Reads bytes as JSON; undefined when they are none. Bytes that are no UTF-8 become U+FFFD, so that the id is still read. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}
