import type { RequestId } from "@modelcontextprotocol/server";
import {
  type CheckedMessage,
  checkMessage,
  idOf,
  INVALID_REQUEST,
  isResponse,
  PARSE_ERROR,
  refuse,
} from "../protocol/check-message.ts";
import { parseJson } from "../protocol/check-message.ts";

type LineRules = {
  maxLineBytes: number;
  /** Only the revisions up to 2025-03-26 know batches. */
  batches: boolean;
};

const NO_BATCHES = "Batches are not supported. Send each message on a line of its own.";

/** Reads one line as JSON-RPC, or says in JSON-RPC why it cannot be. Only a batch is more than one message. */
export function readMessages(line: Line, { maxLineBytes, batches }: LineRules): CheckedMessage[] {
  if (line.kind === "overlong")
    return [
      refuse(
        idOfOverlong(line.head.toString(), line.tail.toString()),
        INVALID_REQUEST,
        `The message is longer than the limit of ${maxLineBytes} bytes. Send less, or in parts.`,
      ),
    ];
  const json = parseJson(line.bytes);
  if (json === undefined) return [refuse(null, PARSE_ERROR, "The line is not JSON.")];
  const { value } = json;
  if (!Array.isArray(value)) return [checkMessage(value)];
  return batches && value.length > 0 ? value.map(checkMessage) : refuseBatch(value);
}

/** Each request of a batch gets its refusal, so that none is waited for. */
function refuseBatch(batch: readonly unknown[]): CheckedMessage[] {
  const ids = batch.filter((one) => !isResponse(one)).map(idOf);
  const known = [...new Set(ids)].filter((id) => id !== null);
  return (known.length > 0 ? known : [null]).map((id) => refuse(id, INVALID_REQUEST, NO_BATCHES));
}

/** Clients write the id first or last, so the two ends of an over-long line nearly always show it. */
function idOfOverlong(head: string, tail: string): RequestId | null {
  const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
  const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
  const found =
    new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`).exec(head)?.[1] ??
    new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`).exec(tail)?.[1];
  return found === undefined ? null : idOf({ id: parseJson(Buffer.from(found))?.value });
}

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

  /** The rest of the stream, which has no newline. */
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
      const { head, tail } = this.#overlong;
      this.#overlong = {
        head: firstBytes(head, bytes),
        tail: lastBytes(Buffer.concat([tail, lastBytes(bytes)])),
      };
      return;
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= this.#maxLineBytes) return;
    const all = Buffer.concat(this.#parts, this.#length);
    this.#reset();
    this.#overlong = { head: firstBytes(Buffer.alloc(0), all), tail: lastBytes(all) };
  }

  #reset(): void {
    this.#parts = [];
    this.#length = 0;
    this.#overlong = undefined;
  }
}

/** The head so far, filled up with the bytes that follow. */
function firstBytes(head: Buffer, more: Buffer): Buffer {
  const missing = KEPT_OF_OVERLONG - head.length;
  return missing > 0 ? Buffer.concat([head, more.subarray(0, missing)]) : head;
}

function lastBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-KEPT_OF_OVERLONG));
}

function withoutCarriageReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
