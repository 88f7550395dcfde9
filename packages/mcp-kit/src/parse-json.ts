import { isUtf8 } from "node:buffer";

/** Reads bytes as JSON; undefined when they are none. Broken UTF-8 is refused, as decoding it would change the text. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}
