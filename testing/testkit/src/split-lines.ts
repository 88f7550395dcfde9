/** Feed chunks in, get whole lines out; `rest` is what came after the last newline. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  rest(): string;
}

const newline = 0x0a;

/** Split a byte stream into lines, in time linear in its length however long a line is. */
export function splitLines(onLine: (line: string) => void): LineSplitter {
  let pending: Buffer[] = [];
  const take = (last: Buffer) => {
    const line = pending.length === 0 ? last : Buffer.concat([...pending, last]);
    pending = [];
    return line.toString("utf8");
  };
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        onLine(take(chunk.subarray(start, end)));
        start = end + 1;
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pending).toString("utf8"),
  };
}
