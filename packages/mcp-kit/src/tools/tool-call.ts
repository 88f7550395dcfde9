import { randomUUID } from "node:crypto";
import { markInvisible } from "@faculties/errors";
import type {
  CreateMessageRequest,
  CreateMessageResult,
  Server,
} from "@modelcontextprotocol/server";
import type { Logger } from "../observe/logger.ts";
import type { CallRequest } from "./call-request.ts";
import type { RunningCall } from "./calls-in-flight.ts";
import { rootsWithheld, sentRoots } from "./roots.ts";

export type SamplingRequest = CreateMessageRequest["params"];
export type SamplingResult = CreateMessageResult;

export type SamplingOptions = {
  signal?: AbortSignal | undefined;
  /** How long the client may take; people are often asked first, so ten minutes unless given. */
  timeoutMs?: number | undefined;
};

/** The call that a tool answers, as the tool sees it. */
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

const SAMPLING_TIMEOUT_MS = 10 * 60 * 1000;

export type Connection = {
  server: Server;
  ownId: string;
  /** Whether the client's folders are folders of this machine. */
  sharesFolders: boolean;
};

export function createConnection(server: Server, sharesFolders: boolean): Connection {
  return { server, ownId: randomUUID(), sharesFolders };
}

/** The call of one connection; a class, so that a call costs nothing for members that its tool does not use. */
export class ConnectedCall implements ToolCall {
  readonly log: Logger;
  readonly #request: CallRequest;
  readonly #connection: Connection;
  readonly #running: RunningCall;
  readonly #reporter: ProgressReporter | undefined;

  constructor(
    log: Logger,
    request: CallRequest,
    connection: Connection,
    running: RunningCall,
    reporter: ProgressReporter | undefined,
  ) {
    this.log = log;
    this.#request = request;
    this.#connection = connection;
    this.#running = running;
    this.#reporter = reporter;
  }

  get signal(): AbortSignal {
    return this.#running.signal;
  }

  get sessionId(): string {
    return this.#request.sessionId ?? this.#connection.ownId;
  }

  // Tools take these apart (`{ progress, roots }`), so they must not depend on `this`.
  readonly progress = (done: number, total?: number, message?: string): void => {
    this.#reporter?.report(done, total, message);
  };

  readonly roots = async (): Promise<string[] | undefined> => {
    // A caller on another machine could name any folder of this one.
    if (!this.#connection.sharesFolders) return undefined;
    if (this.#isModern) return sentRoots(this.#request);
    if (!this.#offered?.roots) return undefined;
    const answer = await this.#request.mcpReq.send({ method: "roots/list" }).catch((error) => {
      throw rootsWithheld(error);
    });
    return answer.roots.map((root) => root.uri);
  };

  get sample(): ToolCall["sample"] {
    if (!this.#offered?.sampling) return undefined;
    return async (params, { signal, timeoutMs = SAMPLING_TIMEOUT_MS } = {}) => {
      const result = await this.#request.mcpReq.requestSampling(params, {
        signal: signal ?? this.signal,
        timeout: timeoutMs,
      });
      return result as SamplingResult;
    };
  }

  /** Only clients of the 2025 era can be asked in the middle of a call. */
  get #offered() {
    return this.#isModern ? undefined : this.#connection.server.getClientCapabilities();
  }

  get #isModern(): boolean {
    return this.#request.mcpReq.envelope !== undefined;
  }
}

/** So many reports go out at once; from then on one for each interval that has passed. */
const BURST = 10;
const INTERVAL_MS = 100;

type ProgressReporter = {
  report(done: number, total?: number, message?: string): void;
  /** Sends what was held back, so that the last report is never lost. */
  flush(): void;
};

/**
 * Sends progress notifications, never one that goes back: a few at once, then at most ten a second, of which the newest
 * waits for its turn. Undefined when the client did not ask for any.
 */
export function createProgressReporter(
  { mcpReq }: CallRequest,
  now = Date.now,
): ProgressReporter | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let allowance = BURST;
  let countedAt = now();
  let highest = -Infinity;
  let held: { progress: number; total?: number; message?: string } | undefined;
  let turn: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(turn);
    turn = undefined;
    if (held === undefined || mcpReq.signal.aborted) return;
    allowance -= 1;
    const params = { progressToken, ...held };
    held = undefined;
    // A client that has gone away needs no progress; the transport reports the loss itself.
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return {
    report(done, total, message) {
      if (done <= highest) return;
      highest = done;
      held = {
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: markInvisible(message) }),
      };
      const at = now();
      allowance = Math.min(BURST, allowance + (at - countedAt) / INTERVAL_MS);
      countedAt = at;
      if (allowance >= 1) flush();
      else turn ??= setTimeout(flush, INTERVAL_MS).unref();
    },
    flush,
  };
}
