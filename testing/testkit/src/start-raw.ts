import { afterTest } from "./after-test.ts";
import { parseJsonRpcMessage } from "./json-rpc-message.ts";
import type { JsonRpcMessage } from "./json-rpc-message.ts";
import { startProcess } from "./server-process.ts";
import type { Exit, ProcessOptions } from "./server-process.ts";
import { splitLines } from "./split-lines.ts";

export interface RawServer extends AsyncDisposable {
  readonly pid: number;
  /** Everything the server said, in order. */
  readonly messages: readonly JsonRpcMessage[];
  /** Lines on stdout that were not JSON-RPC. */
  readonly violations: readonly string[];
  stderr(): string;
  /** An object goes out as one line; a string or buffer as exactly those bytes. */
  send(data: object | string | Uint8Array): Promise<void>;
  /** The first message, already here or still to come, that fulfils the predicate. */
  waitFor(
    predicate: (message: JsonRpcMessage) => boolean,
    timeoutMs?: number,
  ): Promise<JsonRpcMessage>;
  /** The answer to the request of this id, already here or still to come. */
  answerTo(id: string | number, timeoutMs?: number): Promise<JsonRpcMessage>;
  /** Send a request with a fresh id and wait for its answer. */
  request(method: string, params?: object, timeoutMs?: number): Promise<JsonRpcMessage>;
  /** Do the 2025-11-25 handshake. */
  initialize(): Promise<JsonRpcMessage>;
  /** Close stdin and wait for the end of the server. */
  end(): Promise<Exit>;
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  readonly exited: Promise<Exit>;
}

/** Start a built server and speak bytes to it, for what no client would send. */
export async function startRaw(options: ProcessOptions): Promise<RawServer> {
  const server = await startProcess(options);
  const messages: JsonRpcMessage[] = [];
  // Thousands of answers are not searched one by one for each of thousands of requests.
  const answers = new Map<JsonRpcMessage["id"], JsonRpcMessage>();
  const violations: string[] = [];
  const listeners = new Set<() => void>();
  const lines = splitLines((line) => {
    const message = parseJsonRpcMessage(line);
    if (message === undefined) violations.push(line);
    else {
      messages.push(message);
      if (message.method === undefined && !answers.has(message.id))
        answers.set(message.id, message);
    }
    for (const listener of listeners) listener();
  });
  server.child.stdout.on("data", (chunk: Buffer) => lines.push(chunk));
  const dispose = async () => {
    await server.kill("SIGKILL");
  };
  afterTest(dispose);
  let lastId = 0;

  const wait = (find: () => JsonRpcMessage | undefined, timeoutMs = 5_000) =>
    new Promise<JsonRpcMessage>((resolve, reject) => {
      const finish = (settle: () => void) => {
        listeners.delete(look);
        clearTimeout(timer);
        settle();
      };
      const fail = (why: string) =>
        finish(() => {
          const said = JSON.stringify([messages.slice(-5), violations.slice(-5)]).slice(0, 2_000);
          reject(new Error(`${why}; last on stdout: ${said}; its stderr:\n${server.stderr()}`));
        });
      const look = () => {
        const found = find();
        if (found !== undefined) finish(() => resolve(found));
      };
      const timer = setTimeout(() => fail(`No such message within ${timeoutMs} ms`), timeoutMs);
      listeners.add(look);
      void server.exited.then(() => fail("The server ended before such a message"));
      look();
    });

  const waitFor: RawServer["waitFor"] = (predicate, timeoutMs) => {
    let seen = 0;
    return wait(() => {
      const found = messages.slice(seen).find(predicate);
      seen = messages.length;
      return found;
    }, timeoutMs);
  };

  const answerTo: RawServer["answerTo"] = (id, timeoutMs) => wait(() => answers.get(id), timeoutMs);

  const send: RawServer["send"] = (data) =>
    server.write(
      typeof data === "string" || data instanceof Uint8Array ? data : `${JSON.stringify(data)}\n`,
    );

  const request: RawServer["request"] = async (method, params, timeoutMs) => {
    lastId += 1;
    const id = `request-${lastId}`;
    await send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
    return answerTo(id, timeoutMs);
  };

  return {
    pid: server.pid,
    messages,
    violations,
    stderr: server.stderr,
    send,
    waitFor,
    answerTo,
    request,
    async initialize() {
      const answer = await request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "faculties-testkit", version: "1.0.0" },
      });
      await send({ jsonrpc: "2.0", method: "notifications/initialized" });
      return answer;
    },
    end: () => server.endInput(),
    kill: (signal) => server.kill(signal),
    exited: server.exited,
    [Symbol.asyncDispose]: dispose,
  };
}
