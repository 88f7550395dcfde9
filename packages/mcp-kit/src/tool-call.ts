import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/server";
import type { Logger } from "./logger.ts";

export type SamplingRequest = CreateMessageRequest["params"];
export type SamplingResult = CreateMessageResult;

export type SamplingOptions = {
  signal?: AbortSignal | undefined;
  /** How long the client may take; people are often asked first, so ten minutes unless given. */
  timeoutMs?: number | undefined;
};

/** What a tool may use of the call that it answers. */
export type ToolCall = {
  /** Aborted when the client cancels, the deadline passes or the server shuts down. */
  signal: AbortSignal;
  /** Tells the client how far the call is; rate-limited, and silent for clients that did not ask. */
  progress(done: number, total?: number, message?: string): void;
  log: Logger;
  /** Stable for one connection (stdio, HTTP session), fresh for each stateless request. */
  sessionId: string;
  /** Folders that the client offers, as `file://` URIs; undefined when it offers none. The tool must declare `usesRoots`. */
  roots(): Promise<string[] | undefined>;
  /** Asks the client's own model; undefined when the client does not offer sampling. */
  sample:
    | ((request: SamplingRequest, options?: SamplingOptions) => Promise<SamplingResult>)
    | undefined;
};
