import { type AllowedArea, FileRefusal, readContained } from "@faculties/files";
import type { Image } from "../domain/conversation-message.ts";
import { imageType } from "../domain/image-type.ts";
import { bmpToPng } from "./bmp-to-png.ts";
import { inlineImage } from "./inline-image.ts";

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** An image from a file or from the source itself; its kind is told by its bytes, not by its name. */
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
