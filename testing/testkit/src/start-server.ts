import { afterTest } from "./after-test.ts";
import { connectClient } from "./connect-client.ts";
import type { ClientKind, ClientOf, ClientSettings } from "./connect-client.ts";
import { ProcessTransport } from "./process-transport.ts";
import { startProcess } from "./server-process.ts";
import type { Exit, ProcessOptions } from "./server-process.ts";
import type { TemporaryHome } from "./temporary-home.ts";
import { toolCalls } from "./tool-calls.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface StartServerOptions<K extends ClientKind>
  extends ProcessOptions, ClientSettings<K> {
  /** Which client talks to the server; "2025" unless given. */
  readonly client?: K | undefined;
}

export interface TestServer<K extends ClientKind = ClientKind> extends ToolCalls, AsyncDisposable {
  readonly client: ClientOf<K>;
  readonly pid: number;
  readonly home: TemporaryHome;
  stderr(): string;
  /** Lines on stdout that were not JSON-RPC. A test that leaves any behind fails. */
  readonly violations: readonly string[];
  readonly exited: Promise<Exit>;
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** Close stdin, as a client does that goes away, and wait for the end of the server. */
  close(deadlineMs?: number): Promise<Exit>;
}

/** Start a built server over stdio and connect a real client to it; ended with the test. */
export async function startServer<K extends ClientKind = "2025">(
  options: StartServerOptions<K>,
): Promise<TestServer<K>> {
  const server = await startProcess(options);
  const transport = new ProcessTransport(server);
  let disposed = false;
  async function dispose() {
    if (disposed) return;
    disposed = true;
    await server.endInput();
    if (transport.violations.length > 0)
      throw new Error(`stdout carried what is no JSON-RPC:\n${transport.violations.join("\n")}`);
  }
  afterTest(dispose);
  const kind = options.client ?? ("2025" as K);
  const client = await connectClient(kind, transport, options).catch(async (cause: unknown) => {
    await server.kill("SIGKILL");
    throw new Error(`${options.entry} did not connect; its stderr:\n${server.stderr()}`, { cause });
  });
  return {
    ...toolCalls(client),
    client,
    pid: server.pid,
    home: server.home,
    stderr: server.stderr,
    violations: transport.violations,
    exited: server.exited,
    kill: (signal) => server.kill(signal),
    close: (deadlineMs) => server.endInput(deadlineMs),
    [Symbol.asyncDispose]: dispose,
  };
}
