import type { Writable } from "node:stream";
import type pg from "pg";
import { createTransaction, type Method, type Shape, type Scope } from "../transaction.ts";
import type { CommitStep } from "../transaction.ts";
import { misuse, storageError, withoutParameters } from "../storage-error.ts";
import type { Transaction } from "../storage.ts";
import type { CommitToken } from "./postgres-write-queue.ts";
import { explainPostgresError, isTransient } from "./postgres-error.ts";
import { type StatementNames, parameter } from "./statements.ts";

type Statement = { sql: string; params: unknown[]; method: Method; shape: Shape };
type Answer = { command: string; rows: Record<string, unknown>[] };

/** Whether the statements of a body failed; with `perStatement`, each has its own savepoint. */
export type StatementIsolation = {
  perStatement: boolean;
  failed: boolean;
  continuedAfterFailure: boolean;
};

/** Corked statements are sent together with the next one that is not. */
type When = "now" | "corked";

/** One connection while it is lent out: runs statements and explains errors. */
export class PostgresConnection {
  readonly #client: pg.ClientBase;
  readonly #place: string;
  readonly #names: StatementNames;
  #fault: unknown;
  #lost = false;
  #isCorked = false;

  constructor(client: pg.ClientBase, place: string, names: StatementNames) {
    this.#client = client;
    this.#place = place;
    this.#names = names;
    client.on("error", this.#remember);
  }

  /** Why the work on this connection must be done again on another one. */
  get fault(): unknown {
    return this.#fault;
  }

  isLost(): boolean {
    return this.#lost;
  }

  release(): void {
    this.#flush();
    this.#client.off("error", this.#remember);
  }

  /** A query builder on this connection that stops working when the scope closes. */
  reading(scope: Scope): Transaction {
    return this.#queries(scope, async (statement) => {
      try {
        return await this.#execute(statement);
      } catch (error) {
        throw isWriteRefused(error) ? misuse("wrote inside `query` or `read`. Use `write`") : error;
      }
    });
  }

  writing(scope: Scope, isolation: StatementIsolation): Transaction {
    if (isolation.perStatement) return this.#queries(scope, this.#oneAfterAnother());
    return this.#queries(scope, async (statement) => {
      if (isolation.failed) {
        isolation.continuedAfterFailure = true;
        throw storageError("E-STORAGE-QUERY", "A statement of this body failed before.");
      }
      try {
        return await this.#execute(statement);
      } catch (error) {
        isolation.failed = true;
        throw error;
      }
    });
  }

  async begin(sql: string, token: CommitToken): Promise<void> {
    const unread = { method: "run", shape: "arrays" } as const;
    await allDone([this.command(sql, "corked"), this.#execute({ ...token, ...unread })]);
  }

  /** Sends the steps and the commit in one packet. Throws when nothing was committed, or when the commit is uncertain. */
  async commit(steps: readonly CommitStep[], lockCommitOrder: string): Promise<void> {
    const scope: Scope = { owner: this, open: true };
    let sent = 0;
    let onSent = () => {};
    const tx = this.#queries(scope, (statement) => {
      sent += 1;
      onSent();
      return this.#execute(statement, "corked");
    });
    const answers: Promise<unknown>[] =
      steps.length > 0 ? [this.command(lockCommitOrder, "corked")] : [];
    for (const [index, step] of steps.entries()) {
      const isSent = new Promise<void>((resolve) => {
        onSent = resolve;
      });
      const answer = (async () => step(tx))();
      answer.catch(() => undefined);
      answers.push(answer);
      // The query builder sends a moment later than plain SQL does, and the order of the statements counts.
      if (sent === index) await beforeNextTurn(isSent);
    }
    scope.open = false;
    if (sent === steps.length) answers.push(this.command("commit"));
    this.#flush();
    await allDone(answers);
    if (sent !== steps.length) throw misuse("took a step in order that is not one statement");
  }

  get #stream(): Writable {
    return this.#client.connection.stream;
  }

  /** Runs statements of the engine's own, such as COMMIT; answers for the last one. */
  async command(sql: string, when: When = "now"): Promise<Answer> {
    const answer = (await this.#explained(() => this.#query(sql, when))) as Answer | Answer[];
    return Array.isArray(answer) ? answer.at(-1)! : answer;
  }

  /** Like `command`, without waiting for the answer: it is sent with the next statement, which also reports a failure. */
  send(sql: string): void {
    this.command(sql, "corked").catch(() => undefined);
  }

  #queries(scope: Scope, run: (statement: Statement) => Promise<unknown>): Transaction {
    return createTransaction("postgres", scope, (sql, params, method, shape) =>
      run({ sql, params, method, shape }),
    );
  }

  #oneAfterAnother(): (statement: Statement) => Promise<unknown> {
    let before: Promise<unknown> = Promise.resolve();
    const run = async (statement: Statement) => {
      this.send("savepoint statement");
      try {
        return await this.#execute(statement);
      } catch (error) {
        this.send("rollback to statement");
        throw error;
      } finally {
        this.send("release statement");
      }
    };
    return (statement) => {
      const result = before.then(() => run(statement));
      before = result.catch(() => undefined);
      return result;
    };
  }

  async #execute({ sql, params, method, shape }: Statement, when: When = "now") {
    const name = this.#names.nameOf(sql);
    const { command, rowCount, rows } = await this.#explained(() =>
      this.#query(
        {
          text: sql,
          values: params.map(parameter),
          ...(name === undefined ? {} : { name }),
          ...(shape === "arrays" ? { rowMode: "array" } : {}),
        } as pg.QueryConfig,
        when,
      ),
    );
    if (method === "run") return { changes: command === "SELECT" ? 0 : rowCount };
    return method === "all" ? rows : rows[0];
  }

  async #query(query: string | pg.QueryConfig, when: When): Promise<pg.QueryResult> {
    if (when === "corked" && !this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
    }
    const answer = this.#client.query(query as pg.QueryConfig);
    if (when === "now") this.#flush();
    return answer;
  }

  #flush(): void {
    if (this.#isCorked) this.#stream.uncork();
    this.#isCorked = false;
  }

  async #explained<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw this.#remember(error);
    }
  }

  readonly #remember = (error: unknown): unknown => {
    const explained = explainPostgresError(error, this.#place);
    if (isTransient(explained)) {
      this.#fault ??= explained;
      this.#lost ||= explained.code === "E-STORAGE-UNAVAILABLE";
    }
    return explained;
  };
}

/** Waits for all answers, then throws the first failure. */
async function allDone(answers: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(answers)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw withoutParameters(failed.reason);
}

function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "E-STORAGE-READ-ONLY";
}

/** Waits no longer than this turn of the event loop: a commit must not wait for anything else. */
async function beforeNextTurn(event: Promise<void>): Promise<void> {
  let turn: NodeJS.Immediate | undefined;
  const over = new Promise<void>((resolve) => (turn = setImmediate(resolve)));
  await Promise.race([event, over]);
  clearImmediate(turn);
}
