import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { bmpToPng } from "./bmp-to-png.ts";

type Picture = { bits: 8 | 24 | 32; width: number; height: number; pixels: number[][] };

/** An uncompressed BMP; the pixels are rows from the top of 0xRRGGBB. */
function bmpOf({ bits, width, height, pixels }: Picture): Buffer {
  const palette = bits === 8 ? [...new Set(pixels.flat())] : [];
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const offset = 54 + palette.length * 4;
  const bmp = Buffer.alloc(offset + rowBytes * Math.abs(height));
  bmp.write("BM", "latin1");
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(offset, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(bits, 28);
  for (const [index, colour] of palette.entries()) bmp.writeUInt32LE(colour, 54 + index * 4);
  for (const [y, row] of pixels.entries()) {
    const at = offset + rowBytes * (height > 0 ? height - 1 - y : y);
    for (const [x, colour] of row.entries()) {
      if (bits === 8) bmp[at + x] = palette.indexOf(colour);
      else bmp.writeUIntLE(colour, at + (x * bits) / 8, 3);
    }
  }
  return bmp;
}

function pixelsOf(png: Buffer): number[][] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const size = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + size));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => rows.readUIntBE(y * (width * 3 + 1) + 1 + x * 3, 3)),
  );
}

const pixels = [
  [0xff0000, 0x00ff00, 0x0000ff],
  [0x123456, 0xffffff, 0x000000],
];

test.each([
  { bits: 24, width: 3, height: 2, pixels },
  { bits: 24, width: 3, height: -2, pixels },
  { bits: 32, width: 3, height: 2, pixels },
  { bits: 8, width: 3, height: 2, pixels },
] as const)("keeps every pixel of a $bits bit picture of height $height", (picture) => {
  const png = bmpToPng(bmpOf({ ...picture, pixels }));
  expect(png?.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect(pixelsOf(png ?? Buffer.alloc(0))).toEqual(pixels);
});

test("refuses what it does not know, and what is too short for its size", () => {
  const good = bmpOf({ bits: 24, width: 3, height: 2, pixels });
  const changed = (change: (bmp: Buffer) => void) => {
    const copy = Buffer.from(good);
    change(copy);
    return bmpToPng(copy);
  };
  expect(changed((bmp) => bmp.writeUInt16LE(4, 28))).toBeUndefined();
  expect(changed((bmp) => bmp.writeUInt32LE(1, 30))).toBeUndefined();
  expect(changed((bmp) => bmp.writeInt32LE(2_000_000_000, 18))).toBeUndefined();
  expect(changed((bmp) => bmp.writeInt32LE(-1, 18))).toBeUndefined();
  expect(changed((bmp) => bmp.writeInt32LE(0, 22))).toBeUndefined();
  expect(bmpToPng(good.subarray(0, 60))).toBeUndefined();
  expect(bmpToPng(Buffer.from("BM"))).toBeUndefined();
});
