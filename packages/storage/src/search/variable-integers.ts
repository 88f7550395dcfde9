/** SQLite's own form: seven bits in a byte, the highest first, and a mark on all bytes but the last. */
export function variableIntegers(bytes: Uint8Array = new Uint8Array()): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 127);
    if (byte >= 128) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}
