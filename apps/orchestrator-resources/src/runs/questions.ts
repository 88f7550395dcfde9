import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { Database } from "../store/database.ts";
import { runKey } from "../store/lock-keys.ts";
import { answersOf, openQuestion, saveAnswer } from "../store/answers.ts";

/** How often to look for answers while the database tells of no commits. */
const POLL_MS = 150;

type Waiting = { runId: string; nodeId: string; answered(answer: string): void };

/** Questions of runs to people, and the answers, whichever process gets them. */
export class Questions {
  readonly #database: Database;
  readonly #log: Pick<Logger, "warn">;
  readonly #waiting = new Set<Waiting>();
  #following: AbortController | undefined;

  constructor(database: Database, log: Pick<Logger, "warn">) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves with the answer to the question that a node asks. */
  async wait(runId: string, nodeId: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(waiting);
        signal.removeEventListener("abort", stop);
        if (this.#waiting.size === 0) this.close();
      };
      const stop = () => {
        end();
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        runId,
        nodeId,
        answered: (answer) => {
          end();
          resolve(answer);
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", stop, { once: true });
      this.#follow();
    });
  }

  /** Answers a question; refuses an answer that is none of its choices, and a second one. */
  async answer(runId: string, nodeId: string | undefined, answer: string) {
    const answered = await this.#database.write(
      async (tx, outbox) => {
        const question = await openQuestion(tx, runId, nodeId);
        const { choices } = question.detail ?? {};
        if (choices && !choices.includes(answer))
          throw new CodedError(
            "E-PLAN-ANSWER",
            `"${answer}" is none of the choices of "${question.nodeId}": ${choices.join(", ")}.`,
            { details: { node_id: question.nodeId, choices } },
          );
        await saveAnswer(tx, outbox, question, answer);
        return { run_id: runId, node_id: question.nodeId, answer };
      },
      { locks: [runKey(runId)] },
    );
    await this.#look();
    return answered;
  }

  close(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  #follow(): void {
    if (this.#following) return void this.#look();
    this.#following = new AbortController();
    const { signal } = this.#following;
    this.#database.follow(() => this.#look(), { everyMs: POLL_MS, signal });
  }

  async #look(): Promise<void> {
    const runIds = [...new Set([...this.#waiting].map(({ runId }) => runId))];
    if (runIds.length === 0) return;
    try {
      for (const found of await this.#database.query((tx) => answersOf(tx, runIds)))
        for (const waiting of this.#waiting)
          if (waiting.runId === found.runId && waiting.nodeId === found.nodeId)
            waiting.answered(found.answer);
    } catch (error) {
      this.#log.warn("answers could not be read", { error });
    }
  }
}
