import type { Readable, Writable } from "node:stream";
import { serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import type { Logger } from "../observe/logger.ts";
import type { ServerFactory } from "../protocol/create-server.ts";
import { listenedUris, type ResourceChangeBus } from "../resources/change-bus.ts";
import { FastPath } from "./fast-path/fast-path.ts";
import { LineTransport } from "./line-transport.ts";

// The method, the id and the metadata around a tool's arguments.
const ENVELOPE_BYTES = 64 * 1024;
// Together with what shutting down may take, less than two seconds.
const DRAIN_MS = 600;

type StdioSettings = {
  input: Readable;
  output: Writable;
  maxInputBytes: number;
  changes: ResourceChangeBus;
  log: Logger;
};

/** Serves one client over a pair of streams until it closes its end. */
export function serveStdio(
  factory: ServerFactory,
  { input, output, maxInputBytes, changes, log }: StdioSettings,
): { closed: Promise<void>; close(): Promise<void> } {
  const listening = new Map<unknown, () => void>();
  const endListening = (id: unknown) => {
    listening.get(id)?.();
    listening.delete(id);
  };
  const fastPath = new FastPath();
  const transport = new LineTransport({
    input,
    output,
    maxLineBytes: maxInputBytes + ENVELOPE_BYTES,
    drainMs: DRAIN_MS,
    onListen(id, params) {
      endListening(id);
      listening.set(id, changes.subscriptionOpened(listenedUris(params)));
    },
    onEnded: endListening,
    fastPath,
  });
  const handle = serveConnection(
    ({ era }) => factory("push", era === "legacy" ? fastPath : undefined),
    {
      transport,
      onerror: (error) => log.debug("protocol error", { error }),
    },
  );
  const afterwards = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      afterwards?.();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}
