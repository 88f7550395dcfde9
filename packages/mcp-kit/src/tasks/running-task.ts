import { type Elicitation, type PersonsAnswer, readAnswer } from "../tools/ask.ts";
import type { PartialResult } from "../tools/tool-call.ts";
import type { StoredTask, TaskStore } from "./task-store.ts";

/** The call that a task runs, as far as the task has to know it. */
export type TaskWork = {
  message(): string | undefined;
  partial(): PartialResult | undefined;
  abort(reason: Error): void;
};

/** How a task ended: with a result, be it an error of the tool, or without one. */
export type TaskEnd = { result: string } | { error: { code: number; message: string } };

export class TaskCancelled extends Error {
  constructor() {
    super("The task was cancelled.");
  }
}

/** A task of this process, until it has ended. */
export class RunningTask {
  readonly task: StoredTask;
  /** Resolves when the task runs no more. */
  readonly ended: Promise<void>;
  work: TaskWork | undefined;
  #hasEnded = false;
  #end: () => void = () => undefined;
  #stored: { message: string | null; partial: string | null } = { message: null, partial: null };
  readonly #questions: Record<string, Elicitation> = {};
  readonly #answers: Record<string, unknown> = {};
  readonly #answered = new Set<() => void>();

  constructor(task: StoredTask) {
    this.task = task;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#end();
  }

  /** Writes down what the task says and has finished, if that is new. */
  async save(store: TaskStore): Promise<void> {
    if (!this.work || this.#hasEnded) return;
    const partial = this.work.partial();
    const state = {
      message: this.work.message() ?? null,
      partial: partial ? JSON.stringify(partial) : null,
    };
    if (state.message === this.#stored.message && state.partial === this.#stored.partial) return;
    this.#stored = state;
    await store.change(this.task.id, { ...state, updatedAt: store.now() });
  }

  async ask(store: TaskStore, key: string, elicitation: Elicitation): Promise<PersonsAnswer> {
    this.#questions[key] = elicitation;
    await this.#saveQuestions(store);
    while (!Object.hasOwn(this.#answers, key) && !this.#hasEnded)
      await Promise.race([this.ended, this.#nextAnswers()]);
    if (this.#hasEnded) throw new TaskCancelled();
    return readAnswer(this.#answers[key]);
  }

  async takeAnswers(store: TaskStore, json: string | null): Promise<void> {
    const known = JSON.parse(json ?? "{}") as Record<string, unknown>;
    if (Object.keys(known).every((key) => Object.hasOwn(this.#answers, key))) return;
    Object.assign(this.#answers, known);
    await this.#saveQuestions(store);
    for (const wake of this.#answered) wake();
    this.#answered.clear();
  }

  #nextAnswers(): Promise<void> {
    return new Promise((resolve) => this.#answered.add(resolve));
  }

  /** The status says whether any question is open. */
  async #saveQuestions(store: TaskStore): Promise<void> {
    const isAsking = Object.keys(this.#questions).some((key) => !Object.hasOwn(this.#answers, key));
    await store.change(this.task.id, {
      status: isAsking ? "input_required" : "working",
      questions: JSON.stringify(this.#questions),
      updatedAt: store.now(),
    });
  }
}
