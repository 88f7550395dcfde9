import { type AllowedArea, FileRefusal, readContained } from "@faculties/files";
import type { Image } from "../domain/conversation-message.ts";
import { imageType } from "../domain/image-type.ts";
import { bmpToPng } from "./bmp-to-png.ts";

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** An image from a file or from the source itself. Its bytes decide its type, not its name. */
export async function loadImage(source: string, area: () => Promise<AllowedArea>): Promise<Image> {
  const bytes =
    inlineImage(source) ?? (await readContained(source, await area(), MAX_IMAGE_BYTES)).bytes;
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw new FileRefusal("too-large", `It is larger than the limit of ${MAX_IMAGE_BYTES} bytes.`);
  }
  const mimeType = imageType(bytes);
  if (mimeType === undefined) {
    throw new FileRefusal("unreadable", "It is not a PNG, JPEG, GIF, WebP or BMP image.");
  }
  if (mimeType !== "image/bmp") return { mimeType, base64: bytes.toString("base64") };
  const png = bmpToPng(bytes);
  if (png !== undefined) return { mimeType: "image/png", base64: png.toString("base64") };
  throw new FileRefusal("unreadable", "This kind of BMP is not supported. Convert it to PNG.");
}

const DATA_URI = /^data:[^,]*,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const LONGEST_SIGNATURE = 64;

/** The bytes of an image given as data: URI or as bare base64; undefined for a path. */
function inlineImage(source: string): Buffer | undefined {
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
