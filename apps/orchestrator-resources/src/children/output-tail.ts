const MOST_CHARACTERS = 64 * 1024;

/** The end of a child's stdout, which is its node's output. */
export class OutputTail {
  #lines: string[] = [];
  #length = 0;

  push(line: string): void {
    this.#lines.push(line);
    this.#length += line.length + 1;
    while (this.#length > MOST_CHARACTERS && this.#lines.length > 1)
      this.#length -= (this.#lines.shift() as string).length + 1;
  }

  text(): string {
    return this.#lines.join("\n").slice(-MOST_CHARACTERS);
  }
}
