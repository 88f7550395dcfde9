import type { Readable, Writable } from "node:stream";

type Message = {
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

const HEADER_END = "\r\n\r\n";

/** Speaks JSON-RPC with the framing of the Language Server Protocol. */
export class LspConnection {
  readonly #output: Writable;
  readonly #pending = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    input.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#readMessages();
    });
  }

  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  request(method: string, params: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result),
      );
      this.#send({ id, method, params });
    });
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#output.write(`Content-Length: ${Buffer.byteLength(body)}${HEADER_END}${body}`);
  }

  #readMessages(): void {
    for (;;) {
      const headerEnd = this.#received.indexOf(HEADER_END);
      if (headerEnd === -1) return;
      const header = this.#received.toString("latin1", 0, headerEnd);
      const length = Number(/Content-Length:\s*(\d+)/i.exec(header)?.[1] ?? 0);
      const end = headerEnd + HEADER_END.length + length;
      if (this.#received.length < end) return;
      const body = this.#received.toString("utf8", headerEnd + HEADER_END.length, end);
      this.#received = this.#received.subarray(end);
      this.#receive(JSON.parse(body) as Message);
    }
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      const settle = this.#pending.get(id as number);
      this.#pending.delete(id as number);
      settle?.(message);
    } else if (id === undefined || id === null) this.#listeners.get(method)?.(params);
    // The server asks for settings that it was given already.
    else this.#send({ id, result: null });
  }
}
