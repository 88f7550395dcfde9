type Signature = { mimeType: string; matches(bytes: Uint8Array): boolean };

const SIGNATURES: readonly Signature[] = [
  { mimeType: "image/png", matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mimeType: "image/jpeg", matches: startsWith(0xff, 0xd8, 0xff) },
  { mimeType: "image/gif", matches: startsWith(0x47, 0x49, 0x46, 0x38) },
  {
    mimeType: "image/webp",
    matches: (bytes) =>
      startsWith(0x52, 0x49, 0x46, 0x46)(bytes) &&
      startsWith(0x57, 0x45, 0x42, 0x50)(bytes.subarray(8)),
  },
  // "BM", and a header whose reserved fields are zero: two letters alone would match many texts.
  {
    mimeType: "image/bmp",
    matches: (bytes) => startsWith(0x42, 0x4d)(bytes) && startsWith(0, 0, 0, 0)(bytes.subarray(6)),
  },
];

/** The type of an image by its first bytes; undefined for everything that the vendors do not take. */
export function imageType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(({ matches }) => matches(bytes))?.mimeType;
}

function startsWith(...signature: number[]): (bytes: Uint8Array) => boolean {
  return (bytes) => signature.every((byte, index) => bytes[index] === byte);
}
