import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterTest } from "../after-test.ts";

export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bodyText: string;
  /** The body as JSON, or undefined where it is none. */
  body: unknown;
  /** Whether the client closed the connection before the answer was complete. */
  disconnected: boolean;
};

/**
 * Answers one request on the wire; see recorder-answers.ts for the usual ones.
 * `sever` breaks the connection from this side, which does not count as the client's disconnecting.
 */
export type RecorderAnswer = (
  response: ServerResponse,
  request: RecordedRequest,
  sever: () => void,
) => void | Promise<void>;

export type Recorder = {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** From now on answers by this script; the last answer repeats. */
  script(...answers: RecorderAnswer[]): void;
  /** The n-th request, from 1, as soon as it has been received in full. */
  waitForRequest(number?: number): Promise<RecordedRequest>;
  /** Resolves when the client has closed this many unfinished connections. */
  waitForDisconnect(count?: number): Promise<void>;
  close(): Promise<void>;
};

/** A real HTTP server on a free loopback port that records what it gets and answers by script; it ends with the test that starts it. */
export async function startRecorder(...answers: RecorderAnswer[]): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  let remaining = answers;

  const server = createServer((incoming, response) => {
    const request: RecordedRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      bodyText: "",
      body: undefined,
      disconnected: false,
    };
    let severed = false;
    const sever = () => {
      severed = true;
      incoming.socket.destroy();
    };
    response.on("close", () => {
      request.disconnected = !response.writableFinished && !severed;
      changes.emit("change");
    });
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (request.bodyText += chunk));
    incoming.on("end", () => {
      request.body = parseJson(request.bodyText);
      requests.push(request);
      changes.emit("change");
      const answer = remaining.length > 1 ? remaining.shift() : remaining[0];
      if (answer === undefined) sever();
      else void answer(response, request, sever);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const until = async (isReached: () => boolean) => {
    while (!isReached()) await once(changes, "change");
  };
  const { port } = server.address() as AddressInfo;
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await (closed ??= once(server, "close"));
  };
  afterTest(close);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script: (...next) => {
      remaining = next;
    },
    async waitForRequest(number = 1) {
      await until(() => requests.length >= number);
      return requests[number - 1] as RecordedRequest;
    },
    waitForDisconnect: (count = 1) =>
      until(() => requests.filter(({ disconnected }) => disconnected).length >= count),
    close,
  };
}

/** Whether a request asks for a stream in its body, as most vendors want it. */
export function wantsStream({ body }: RecordedRequest): boolean {
  return typeof body === "object" && body !== null && "stream" in body && body.stream === true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
