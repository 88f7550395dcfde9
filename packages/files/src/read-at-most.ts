import { read as readCallback } from "node:fs";
import { promisify } from "node:util";
import { FileRefusal } from "./file-refusal.ts";

const GROWTH_BYTES = 64 * 1024;
const read = promisify(readCallback);

/** All bytes of an open file. `size` is only where reading starts: the file may grow meanwhile, up to the limit. */
export async function readAtMost(
  descriptor: number,
  size: number,
  maxBytes: number,
): Promise<Buffer> {
  if (size > maxBytes) throw tooLarge(maxBytes);
  let buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const room = buffer.length - filled;
    const { bytesRead } = await read(descriptor, buffer, filled, room, filled);
    filled += bytesRead;
    if (filled > maxBytes) throw tooLarge(maxBytes);
    // With the expected size read and room left over, the file has come to its end.
    if (bytesRead === 0 || (bytesRead < room && filled >= size)) return buffer.subarray(0, filled);
    if (filled === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(filled + GROWTH_BYTES, maxBytes + 1));
      buffer.copy(larger);
      buffer = larger;
    }
  }
}

function tooLarge(maxBytes: number): FileRefusal {
  return new FileRefusal("too-large", `It is larger than the limit of ${maxBytes} bytes.`);
}
