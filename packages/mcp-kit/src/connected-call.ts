import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import type { CallRequest } from "./call-request.ts";
import type { RunningCall } from "./calls-in-flight.ts";
import type { Logger } from "./logger.ts";
import type { ProgressReporter } from "./progress-reporter.ts";
import type { SamplingResult, ToolCall } from "./tool-call.ts";
import { rootsWithheld, sentRoots } from "./tool-inputs.ts";

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

/** What a tool sees of its call; a class, so that a call costs nothing for what its tool does not use. */
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
