/** The smallest PNG: one grey pixel. */
export const PNG_BASE64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
export const PNG_BYTES = Buffer.from(PNG_BASE64, "base64");
