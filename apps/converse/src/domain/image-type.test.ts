import { expect, test } from "vitest";
import { imageType } from "./image-type.ts";

test.each([
  ["iVBORw0KGgo=", "image/png"],
  ["/9j/4AAQ", "image/jpeg"],
  [Buffer.from("GIF89a").toString("base64"), "image/gif"],
  [Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1").toString("base64"), "image/webp"],
  [Buffer.from("BM\x46\0\0\0\0\0\0\0\x36\0\0\0", "latin1").toString("base64"), "image/bmp"],
  [Buffer.from("BMW is a car").toString("base64"), undefined],
  [Buffer.from("RIFF\x10\0\0\0WAVE", "latin1").toString("base64"), undefined],
  [Buffer.from("<svg/>").toString("base64"), undefined],
  ["", undefined],
])("knows %s as %s", (base64, mimeType) => {
  expect(imageType(Buffer.from(base64, "base64"))).toBe(mimeType);
});
