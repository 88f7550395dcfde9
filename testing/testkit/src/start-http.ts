import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/client";
import { afterTest } from "./after-test.ts";
import { connectClient } from "./connect-client.ts";
import type { ClientKind, ClientOf, ClientSettings } from "./connect-client.ts";
import { startProcess } from "./server-process.ts";
import type { Exit, ProcessOptions, ServerProcess } from "./server-process.ts";
import { toolCalls } from "./tool-calls.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface HttpConnection<K extends ClientKind> extends ToolCalls {
  readonly client: ClientOf<K>;
  close(): Promise<void>;
}

export interface HttpSettings<K extends ClientKind> extends ClientSettings<K> {
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface HttpServer extends AsyncDisposable {
  /** The MCP endpoint, `http://<host>:<port>/mcp`. */
  readonly url: URL;
  readonly pid: number;
  stderr(): string;
  readonly exited: Promise<Exit>;
  connect<K extends ClientKind = "2025">(
    kind?: K,
    settings?: HttpSettings<K>,
  ): Promise<HttpConnection<K>>;
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** SIGTERM, and wait for the end of the server. */
  close(): Promise<Exit>;
}

export interface StartHttpOptions extends ProcessOptions {
  /** The value of `--http`; a free port on 127.0.0.1 unless given. */
  readonly listen?: string | undefined;
}

const announced = /https?:\/\/[^\s"']+:\d+\/mcp\b/;

/** Start a built server with `--http` and wait until it tells its address on stderr. */
export async function startHttp(options: StartHttpOptions): Promise<HttpServer> {
  const args = ["--http", options.listen ?? "127.0.0.1:0", ...(options.args ?? [])];
  const server = await startProcess({ ...options, args });
  // Output nobody reads would stop the server once the pipe is full.
  server.child.stdout.resume();
  const connections = new Set<HttpConnection<ClientKind>>();
  const dispose = async () => {
    await Promise.all([...connections].map((connection) => connection.close()));
    await server.kill("SIGTERM");
  };
  afterTest(dispose);
  const url = new URL(await announcedAddress(server));
  return {
    url,
    pid: server.pid,
    stderr: server.stderr,
    exited: server.exited,
    async connect<K extends ClientKind = "2025">(
      kind = "2025" as K,
      settings: HttpSettings<K> = {},
    ) {
      const requestInit = { headers: { ...settings.headers } };
      const transport =
        kind === "1.x"
          ? await firstTransport(url, { requestInit })
          : new StreamableHTTPClientTransport(url, { requestInit });
      const client = await connectClient(kind, transport, settings);
      const connection: HttpConnection<K> = {
        ...toolCalls(client),
        client,
        async close() {
          connections.delete(connection);
          await client.close();
        },
      };
      connections.add(connection);
      return connection;
    },
    kill: (signal) => server.kill(signal),
    close: () => server.kill("SIGTERM"),
    [Symbol.asyncDispose]: dispose,
  };
}

async function firstTransport(url: URL, options: { requestInit: RequestInit }): Promise<Transport> {
  const sdk = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return new sdk.StreamableHTTPClientTransport(url, options) as Transport;
}

function announcedAddress(server: ServerProcess, timeoutMs = 10_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`${why} without telling its address; its stderr:\n${server.stderr()}`));
    const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
    void server.exited.then(() => {
      clearTimeout(timer);
      fail("The server ended");
    });
    server.child.stderr.on("data", () => {
      const address = announced.exec(server.stderr())?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}
