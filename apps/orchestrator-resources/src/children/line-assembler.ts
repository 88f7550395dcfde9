/** Longest line that is recorded whole; a longer one becomes several entries. */
const LONGEST_LINE = 1024 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Splits bytes into lines as they arrive. Bytes that are not UTF-8 become U+FFFD. The last line needs no newline. */
export class LineAssembler {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline;
      this.#append(chunk.subarray(start, end), lines);
      if (newline !== -1) lines.push(this.#take());
      start = end + 1;
    }
    return lines;
  }

  /** The text after the last newline; undefined when there is none. */
  rest(): string | undefined {
    return this.#length === 0 ? undefined : this.#take();
  }

  #append(part: Buffer, lines: string[]): void {
    this.#add(part);
    if (this.#length <= this.#longest) return;
    let bytes = Buffer.concat(this.#parts);
    while (bytes.length > this.#longest) {
      const end = characterStart(bytes, this.#longest);
      lines.push(bytes.toString("utf8", 0, end));
      bytes = bytes.subarray(end);
    }
    this.#parts = [bytes];
    this.#length = bytes.length;
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  #take(): string {
    const bytes =
      this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
    return bytes.toString("utf8", 0, end);
  }
}

/** The last place up to `at` where a character begins: none of several bytes is cut in two. */
function characterStart(bytes: Buffer, at: number): number {
  for (let start = at; start > at - 4 && start > 0; start -= 1)
    if (((bytes[start] as number) & 0xc0) !== 0x80) return start;
  return at;
}
