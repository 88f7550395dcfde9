import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Child } from "./child.ts";

/** Joins an MCP client to a child process; the code that started the child also ends it. */
export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #child: Child;
  readonly #buffer = new ReadBuffer();

  constructor(child: Child) {
    this.#child = child;
  }

  async start(): Promise<void> {
    this.#child.process.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    void this.#child.ended.then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child.process.stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #receive(chunk: Buffer): void {
    this.#buffer.append(chunk);
    for (let isMore = true; isMore;) isMore = this.#deliverNext();
  }

  #deliverNext(): boolean {
    try {
      const message = this.#buffer.readMessage();
      if (message !== null) this.onmessage?.(message);
      return message !== null;
    } catch (error) {
      // This line is not a message, but the next one may be.
      this.onerror?.(error as Error);
      return true;
    }
  }
}
