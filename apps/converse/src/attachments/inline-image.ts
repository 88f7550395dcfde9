import { FileRefusal } from "@faculties/files";
import { imageType } from "../domain/image-type.ts";

const DATA_URI = /^data:[^,]*,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const LONGEST_SIGNATURE = 64;

/** The bytes of an image given as data: URI or as bare base64; undefined for what can only be a path. */
export function inlineImage(source: string): Buffer | undefined {
  const prefix = DATA_URI.exec(source)?.[0];
  if (prefix !== undefined) return decode(prefix, source.slice(prefix.length));
  // A path can look like base64, but does not decode to the beginning of an image.
  const beginning = source.slice(0, LONGEST_SIGNATURE);
  const isImage =
    BASE64.test(beginning) && imageType(Buffer.from(beginning, "base64")) !== undefined;
  return isImage ? decode(";base64,", source) : undefined;
}

function decode(prefix: string, data: string): Buffer {
  const base64 = data.replaceAll(/\s/g, "");
  if (!/;base64,$/i.test(prefix) || !BASE64.test(base64)) {
    throw new FileRefusal("unreadable", "The data: URI does not hold base64.");
  }
  return Buffer.from(base64, "base64");
}
