import { crc32, deflateSync } from "node:zlib";

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const UNCOMPRESSED = [0, 3];

/** Converts to PNG, because no vendor takes BMP; undefined for rare kinds: compressed, or below 8 bits. */
export function bmpToPng(bmp: Buffer): Buffer | undefined {
  if (bmp.length < 54) return undefined;
  const [width, signedHeight] = [bmp.readInt32LE(18), bmp.readInt32LE(22)];
  const [bits, compression] = [bmp.readUInt16LE(28), bmp.readUInt32LE(30)];
  const height = Math.abs(signedHeight);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const pixels = bmp.readUInt32LE(10);
  const isKnown = [8, 24, 32].includes(bits) && UNCOMPRESSED.includes(compression);
  if (!isKnown || width <= 0 || height === 0 || pixels + rowBytes * height > bmp.length) {
    return undefined;
  }
  const colour = colourReader(bmp, bits);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // Rows go from the bottom up unless the height is negative.
    const row = pixels + rowBytes * (signedHeight > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) {
      const at = colour(row, x);
      const target = y * (width * 3 + 1) + 1 + x * 3;
      rows[target] = bmp[at + 2] ?? 0;
      rows[target + 1] = bmp[at + 1] ?? 0;
      rows[target + 2] = bmp[at] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The position of the colour of a pixel: in the row itself, or in the palette after the header. */
function colourReader(bmp: Buffer, bits: number): (row: number, x: number) => number {
  if (bits !== 8) return (row, x) => row + (x * bits) / 8;
  const palette = 14 + bmp.readUInt32LE(14);
  return (row, x) => palette + (bmp[row + x] ?? 0) * 4;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
