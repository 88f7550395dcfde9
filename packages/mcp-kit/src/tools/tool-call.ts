import { randomUUID } from "node:crypto";
import type {
  CreateMessageRequest,
  CreateMessageResult,
  Server,
} from "@modelcontextprotocol/server";
import type { Logger } from "../observe/logger.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import {
  askNow,
  canAsk,
  type Elicitation,
  elicitationOf,
  type PersonsAnswer,
  type Question,
  RepeatedQuestions,
} from "./ask.ts";
import type { CallRequest } from "./call-request.ts";
import type { RunningCall } from "./calls-in-flight.ts";
import type { ProgressReporter } from "./progress.ts";
import { rootsWithheld, sentRoots } from "./roots.ts";

export type SamplingRequest = CreateMessageRequest["params"];
export type SamplingResult = CreateMessageResult;

/** The results that a call had finished when it was stopped. */
export type PartialResult = Record<string, unknown>;

export type SamplingOptions = {
  signal?: AbortSignal | undefined;
  /** How long the client may take; people are often asked first, so ten minutes unless given. */
  timeoutMs?: number | undefined;
};

/** The call that a tool answers, as the tool sees it. */
export type ToolCall = {
  /** Aborted when the client cancels, the deadline passes or the server shuts down. */
  signal: AbortSignal;
  /**
   * Tells the client how far the call is; rate-limited, and silent for clients that did not ask. A report with the same
   * `done` replaces the message, so call it as often as you like: `progress(0, 3, "o3: 1,200 tokens so far")`. After ten
   * seconds without a report, the kit repeats the last message with the time that has passed.
   */
  progress(done: number, total?: number, message?: string): void;
  /**
   * Keeps what is finished so far, instead of what was kept before: finished answers, steps, files. When the call runs out
   * of time, is cancelled or ends in an error, the caller gets it as `partial`, next to the error; a task or job stores it. Give
   * a function for a value that is costly to build and changes often; it is called when the value is needed.
   */
  keepPartial(value: PartialResult | (() => PartialResult)): void;
  log: Logger;
  /** Stable for one connection (stdio, HTTP session), fresh for each stateless request. */
  sessionId: string;
  /** Folders that the client offers, as `file://` URIs; undefined when it offers none. The tool must declare `usesRoots`. */
  roots(): Promise<string[] | undefined>;
  /**
   * Asks the person at the client, who may take minutes: an approval, a choice, or, by an address to open, a secret. Undefined
   * when the client cannot ask such a question; the tool then refuses with an error that says what to do. Clients of 2026-07-28 are
   * asked by calling the tool again, so ask before you change anything. A `key` names one question of the call.
   */
  ask(kind: "form" | "url"): ((question: Question) => Promise<PersonsAnswer>) | undefined;
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
  /** The long calls of this server; undefined when it has none. */
  tasks: TaskManager | undefined;
};

export function createConnection(
  server: Server,
  { sharesFolders, tasks }: Pick<Connection, "sharesFolders" | "tasks">,
): Connection {
  return { server, ownId: randomUUID(), sharesFolders, tasks };
}

/** The call of one connection; a class, so that a call costs nothing for members that its tool does not use. */
export class ConnectedCall implements ToolCall {
  readonly log: Logger;
  readonly #request: CallRequest;
  readonly #connection: Connection;
  readonly #running: RunningCall;
  readonly #reporter: ProgressReporter | undefined;
  #questions: RepeatedQuestions | undefined;
  #kept: PartialResult | (() => PartialResult) | undefined;

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
    this.message = message ?? this.message;
    this.#reporter?.report({ done, total, ...(message !== undefined && { message }) });
  };

  readonly keepPartial = (value: PartialResult | (() => PartialResult)): void => {
    this.#kept = value;
    if (typeof value !== "function") this.onKept?.();
  };

  /** Called when the tool has kept something that should be written down soon. */
  onKept: (() => void) | undefined;

  /** The last message of the tool. */
  message: string | undefined;

  get tasks(): TaskManager | undefined {
    return this.#connection.tasks;
  }

  /** From now on the client hears of progress by asking for the job. */
  detach(): void {
    this.#reporter?.end();
  }

  abort(reason: Error): void {
    this.#running.abort(reason);
  }

  /** The results that the tool has kept so far. */
  get partial(): PartialResult | undefined {
    return typeof this.#kept === "function" ? this.#kept() : this.#kept;
  }

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

  readonly ask: ToolCall["ask"] = (kind) => {
    if (!canAsk(this.#request, this.#connection.server, kind)) return undefined;
    return async (question) => {
      const elicitation = elicitationOf(question);
      if (!this.#isModern) return askNow(this.#request, elicitation, this.signal);
      const questions = (this.#questions ??= new RepeatedQuestions(this.#request));
      const answer = questions.answerTo(question.key);
      if (answer) return answer;
      return this.askInTask
        ? this.askInTask(question.key, elicitation)
        : questions.ask(question.key, elicitation);
    };
  };

  /** How a task asks: its client may not wait for an answer right now. */
  askInTask: ((key: string, elicitation: Elicitation) => Promise<PersonsAnswer>) | undefined;

  /** Only clients of the 2025 era can be asked in the middle of a call. */
  get #offered() {
    return this.#isModern ? undefined : this.#connection.server.getClientCapabilities();
  }

  get #isModern(): boolean {
    return this.#request.mcpReq.envelope !== undefined;
  }
}
