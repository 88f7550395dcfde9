import { type Readable, Writable } from "node:stream";
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
} from "@modelcontextprotocol/server";
import type { Refusal } from "../protocol/check-message.ts";
import type { AnswerSink, FastPath } from "./fast-path/fast-path.ts";
import { type Line, LineSplitter, readMessages } from "./read-lines.ts";

const MOST_UNREAD_BYTES = 4 * 1024 * 1024;
const LAST_WITH_BATCHES = "2025-03-26";

type LineTransportSettings = {
  input: Readable;
  output: Writable;
  maxLineBytes: number;
  /** How long requests may continue after the client closed its end, so that piped-in requests are answered. */
  drainMs: number;
  onListen(id: RequestId, params: unknown): void;
  /** The request of this id, perhaps a subscription, was cancelled or refused. */
  onEnded(id: unknown): void;
  /** Offered each message first; the SDK does not see a message that it takes. */
  fastPath?: FastPath;
};

/**
 * JSON-RPC over lines of bytes. Unlike the SDK's own transport it answers lines that it cannot read, survives lines of
 * any length, and finishes what was asked before end of input.
 */
export class LineTransport implements Transport, AnswerSink {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #settings: LineTransportSettings;
  readonly #splitter: LineSplitter;
  readonly #unanswered = new Set<unknown>();
  #unsent: string[] = [];
  #whenAnswered: (() => void) | undefined;
  #draining: Promise<void> | undefined;
  #batches = false;
  #closed = false;

  constructor(settings: LineTransportSettings) {
    this.#settings = settings;
    this.#splitter = new LineSplitter(settings.maxLineBytes);
  }

  async start(): Promise<void> {
    const { input, output } = this.#settings;
    input.on("data", (chunk: Buffer) => {
      for (const line of this.#splitter.push(chunk)) this.#receive(line);
    });
    input.once("end", () => void this.#finish());
    input.on("error", (error) => this.#fail(error));
    output.on("error", (error) => this.#fail(error));
  }

  /** Told by the SDK what was negotiated. */
  setProtocolVersion(version: string): void {
    this.#batches = version <= LAST_WITH_BATCHES;
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  /** Sends an answer that is JSON already. */
  sendAnswer(id: RequestId, json: string): void {
    if (this.#closed) return;
    this.#answered(id);
    void this.#writeLine(json);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#settings.input.pause();
    this.#whenAnswered?.();
    this.onclose?.();
    this.#settings.fastPath?.close();
  }

  #receive(line: Line): void {
    const { maxLineBytes } = this.#settings;
    for (const read of readMessages(line, { maxLineBytes, batches: this.#batches })) {
      if ("message" in read) this.#pass(read.message);
      else if ("refusal" in read) void this.#write(read.refusal);
      else this.onerror?.(new Error(`A message was ignored: ${read.ignored}`));
    }
  }

  #pass(message: JSONRPCMessage): void {
    if ("method" in message) {
      if ("id" in message) this.#asked(message);
      else if (message.method === "notifications/cancelled")
        this.#cancelled(message.params?.["requestId"]);
    }
    if (!this.#settings.fastPath?.take(message, this)) this.onmessage?.(message);
  }

  /** A subscription is never answered. */
  #asked({ id, method, params }: JSONRPCRequest): void {
    if (method === "subscriptions/listen") this.#settings.onListen(id, params);
    else this.#unanswered.add(id);
  }

  #cancelled(id: unknown): void {
    this.#settings.onEnded(id);
    this.#answered(id);
  }

  async #finish(): Promise<void> {
    const rest = this.#splitter.end();
    if (rest) this.#receive(rest);
    if (this.#unanswered.size > 0) {
      const timer = setTimeout(() => this.#whenAnswered?.(), this.#settings.drainMs);
      await new Promise<void>((resolve) => {
        this.#whenAnswered = resolve;
      });
      clearTimeout(timer);
    }
    await this.close();
  }

  #write(message: JSONRPCMessage | Refusal): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (!("method" in message)) this.#answered(message.id);
    if ("error" in message) this.#settings.onEnded(message.id);
    return this.#writeLine(JSON.stringify(message));
  }

  #writeLine(json: string): Promise<void> {
    this.#unsent.push(json);
    // After this turn's promises: answers that become ready together leave in one write.
    if (this.#unsent.length === 1) process.nextTick(() => this.#flush());
    return this.#settings.output.writableNeedDrain ? this.#drained() : Promise.resolve();
  }

  #flush(): void {
    if (this.#unsent.length > 0) this.#settings.output.write(`${this.#unsent.join("\n")}\n`);
    this.#unsent = [];
    if (this.#settings.output.writableLength > MOST_UNREAD_BYTES) void this.#holdBack();
  }

  /** A client that does not read its answers is not read either, so that they cannot pile up. */
  async #holdBack(): Promise<void> {
    this.#settings.input.pause();
    await this.#drained();
    if (!this.#closed) this.#settings.input.resume();
  }

  #drained(): Promise<void> {
    const { output } = this.#settings;
    return (this.#draining ??= new Promise((resolve) => {
      const done = () => {
        output.off("drain", done).off("close", done);
        this.#draining = undefined;
        resolve();
      };
      output.on("drain", done).on("close", done);
    }));
  }

  #answered(id: unknown): void {
    if (this.#unanswered.delete(id) && this.#unanswered.size === 0) this.#whenAnswered?.();
  }

  #fail(error: Error): void {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  }
}

/** Takes stdout for the protocol: everything else that is written there from now on comes out on stderr. */
export function claimStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const protocol = new Writable({
    decodeStrings: false,
    highWaterMark: stdout.writableHighWaterMark,
    write: (chunk: string, _encoding, done) => void write(chunk, (error) => done(error ?? null)),
  });
  stdout.on("error", (error) => protocol.destroy(error));
  return protocol;
}
