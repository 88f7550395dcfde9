import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { parseJsonRpcMessage } from "./json-rpc-message.ts";
import type { ServerProcess } from "./server-process.ts";
import { splitLines } from "./split-lines.ts";

/** Joins an MCP client to a running process, and keeps every stdout line that is not JSON-RPC. */
export class ProcessTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly violations: string[] = [];
  readonly #process: ServerProcess;
  readonly #arrived: JSONRPCMessage[] = [];
  #delivering = false;
  #closed = false;

  constructor(process: ServerProcess) {
    this.#process = process;
  }

  // The v2 client takes a transport with `pid` and `stderr` for stdio.
  get pid(): number {
    return this.#process.pid;
  }

  get stderr(): NodeJS.ReadableStream {
    return this.#process.child.stderr;
  }

  async start(): Promise<void> {
    const lines = splitLines((line) => this.#receive(line));
    this.#process.child.stdout.on("data", (chunk: Buffer) => lines.push(chunk));
    void this.#process.exited.then(async (exit) => {
      const rest = lines.rest();
      if (rest !== "" && exit.signal === null) this.violations.push(rest);
      while (this.#delivering) await nextTurn();
      this.#reportClosed();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#process.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#process.child.stdin.end();
    this.#reportClosed();
  }

  #receive(line: string): void {
    const message = parseJsonRpcMessage(line);
    if (message === undefined) this.violations.push(line);
    else this.#arrived.push(message as JSONRPCMessage);
    if (!this.#delivering) void this.#deliver();
  }

  // The clients handle a notification a little later but a response at once: progress that arrives together
  // with its response would be lost if the notification were not given its turn.
  async #deliver(): Promise<void> {
    this.#delivering = true;
    for (let next = this.#arrived.shift(); next !== undefined; next = this.#arrived.shift()) {
      this.onmessage?.(next);
      if (!("id" in next)) await nextTurn();
    }
    this.#delivering = false;
  }

  #reportClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
