import { type AllowedArea, FileRefusal, readContained } from "@faculties/files";
import { imageType } from "../domain/image-type.ts";
import type { TextFile } from "../domain/render-file.ts";

const MAX_TEXT_BYTES = 1024 * 1024;

/** A text file of any kind; what is not text is refused by its bytes, not by its name. */
export async function loadTextFile(path: string, area: AllowedArea): Promise<TextFile> {
  const { bytes, modifiedAt } = await readContained(path, area, MAX_TEXT_BYTES);
  if (imageType(bytes) !== undefined) {
    throw new FileRefusal("unreadable", "It is an image. Give it among the images instead.");
  }
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new FileRefusal("unreadable", "It is a binary file, not text.");
  return { path, text, bytes: bytes.length, modifiedAt };
}

/** UTF-8, unless the file says by its first two bytes that it is one of Windows' UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
