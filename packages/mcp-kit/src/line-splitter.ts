const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const KEPT_OF_OVERLONG = 512;

export type Line =
  | { kind: "line"; bytes: Buffer }
  /** A line over the limit; only its first and last bytes were kept. */
  | { kind: "overlong"; head: Buffer; tail: Buffer };

/** Cuts a byte stream into lines while never holding more than one line of the allowed length. */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #parts: Buffer[] = [];
  #length = 0;
  #overlong: { head: Buffer; tail: Buffer } | undefined;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#append(chunk.subarray(start, end));
      start = end + 1;
      const line = this.end();
      if (line) yield line;
    }
    this.#append(chunk.subarray(start));
  }

  /** What the stream left behind without a newline. */
  end(): Line | undefined {
    const overlong = this.#overlong;
    const [only, ...others] = this.#parts;
    const whole = only && others.length === 0 ? only : Buffer.concat(this.#parts, this.#length);
    const bytes = withoutCarriageReturn(whole);
    this.#reset();
    if (overlong) return { kind: "overlong", ...overlong };
    return bytes.length === 0 ? undefined : { kind: "line", bytes };
  }

  #append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#overlong) {
      this.#overlong.tail = lastBytes(Buffer.concat([this.#overlong.tail, lastBytes(bytes)]));
      return;
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= this.#maxLineBytes) return;
    const all = Buffer.concat(this.#parts, this.#length);
    this.#reset();
    this.#overlong = {
      head: Buffer.from(all.subarray(0, KEPT_OF_OVERLONG)),
      tail: lastBytes(all),
    };
  }

  #reset(): void {
    this.#parts = [];
    this.#length = 0;
    this.#overlong = undefined;
  }
}

function lastBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-KEPT_OF_OVERLONG));
}

function withoutCarriageReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
