import { OwnerAnswer } from "@faculties/schemas/orchestrator-resources/owner-requests";
import { randomUUID } from "node:crypto";
import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import { instanceKey } from "../store/lock-keys.ts";
import { hasRequests, type OwnerRequest, postRequest, takeRequests } from "../store/instances.ts";
import type { Database } from "../store/database.ts";

/** How often to look for requests while the database tells of no commits; those that come sooner share a look. */
const POLL_MS = 150;
const ANSWER_MS = 5_000;
const ANSWER = "answer";

type Schema<Payload> = {
  safeParse(value: unknown): { success: true; data: Payload } | { success: false };
};
type Handler = (request: OwnerRequest) => unknown;

/** Brings what other processes ask of this one, while it has anything that could be asked for. */
export class Mailbox {
  readonly #database: Database;
  readonly #log: Pick<Logger, "warn">;
  readonly #handlers = new Map<string, Handler>();
  readonly #questions = new Map<string, (answer: OwnerAnswer) => void>();
  #owners = 0;
  #following: AbortController | undefined;
  #looking = Promise.resolve();

  constructor(database: Database, log: Pick<Logger, "warn">) {
    this.#database = database;
    this.#log = log;
    this.on(ANSWER, OwnerAnswer, (question, answer) => this.#questions.get(question)?.(answer));
  }

  /** A request whose payload does not fit the schema is refused, not handled. */
  on<Payload>(
    kind: string,
    schema: Schema<Payload>,
    handle: (target: string, payload: Payload) => unknown,
  ): void {
    this.#handlers.set(kind, ({ target, payload }) => {
      const parsed = schema.safeParse(payload);
      if (parsed.success) return handle(target, parsed.data);
      throw new CodedError("E-CHILD-STATE", `The request ${kind} of another process is malformed.`);
    });
  }

  /** Called once for each child or run that others may ask about; the result ends it. */
  open(): () => void {
    this.#owners += 1;
    this.#follow();
    return () => {
      this.#owners -= 1;
    };
  }

  /** Asks another process to do something; what it answers, or throws, is this one's. */
  async ask(instanceId: string, request: OwnerRequest): Promise<unknown> {
    const [question, asker] = [randomUUID(), this.#database.writer];
    const payload = { ...request.payload, question, asker };
    const closeMailbox = this.open();
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<OwnerAnswer>((resolve, reject) => {
      this.#questions.set(question, resolve);
      timer = setTimeout(() => reject(noAnswer()), ANSWER_MS).unref();
    });
    // It may be rejected while the question is still being posted.
    answered.catch(() => undefined);
    try {
      await this.post(instanceId, { ...request, payload });
      const { result, error } = await answered;
      if (error) throw new CodedError(error.code, error.message);
      return result;
    } finally {
      clearTimeout(timer);
      this.#questions.delete(question);
      closeMailbox();
    }
  }

  close(): void {
    this.#owners = Number.NEGATIVE_INFINITY;
    this.#stopFollowing();
  }

  /** Leaves a request for a process, which may be this one, without waiting for what comes of it. */
  async post(instanceId: string, request: OwnerRequest): Promise<void> {
    const { writer } = this.#database;
    await this.#database.write((tx) => postRequest(tx, instanceId, request), { locks: [] });
    // No process hears of its own commits.
    if (instanceId === writer && this.#following) void this.#look();
  }

  #follow(): void {
    if (this.#following || this.#owners <= 0) return;
    this.#following = new AbortController();
    const { signal } = this.#following;
    const look = async () => {
      await this.#look();
      // Only now, because work that comes soon after other work needs no look of its own.
      if (this.#owners <= 0) this.#stopFollowing();
    };
    this.#database.follow(look, { everyMs: POLL_MS, restMs: POLL_MS, signal });
  }

  #stopFollowing(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  /** One look at a time, so that requests are handled in their order. */
  #look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#deliver())
      .catch((error: unknown) =>
        this.#log.warn("requests of other processes could not be read", { error }),
      );
    return this.#looking;
  }

  async #deliver(): Promise<void> {
    const { writer } = this.#database;
    if (!(await this.#database.query((tx) => hasRequests(tx, writer)))) return;
    const requests = await this.#database.write((tx) => takeRequests(tx, writer), {
      locks: [instanceKey(writer)],
    });
    for (const request of requests)
      await this.#handle(request).catch((error: unknown) =>
        // The others were taken out of the database with it: they must not be lost.
        this.#log.warn("a request of another process failed", { kind: request.kind, error }),
      );
  }

  async #handle(request: OwnerRequest): Promise<void> {
    const answer: Partial<OwnerAnswer> = {};
    try {
      answer.result = await this.#handlers.get(request.kind)?.(request);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      answer.error = { code: error.code, message: error.message };
    }
    const { question, asker } = request.payload;
    if (typeof question !== "string" || typeof asker !== "string") return;
    const reply = { kind: ANSWER, target: question, payload: answer };
    await this.post(asker, reply);
  }
}

function noAnswer(): CodedError {
  return new CodedError(
    "E-CHILD-STATE",
    "The process that runs the child did not answer. Look at the child before you try again.",
  );
}
