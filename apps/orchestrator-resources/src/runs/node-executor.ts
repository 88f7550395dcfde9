import { setTimeout as delay } from "node:timers/promises";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { type ChildAttempt, type ChildRunner, runChild } from "../children/run-child.ts";
import type { RemoteNodes } from "../remote/remote-nodes.ts";
import { forgetAnswer } from "../store/answers.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database, WriteBody } from "../store/database.ts";
import { entryKey } from "../store/lock-keys.ts";
import type { NodeDetail, RunNodeRow } from "../store/tables.ts";
import type { Agents } from "./agents.ts";
import { NodeFailure, NodeLost, type Question } from "./node-failure.ts";
import type { Questions } from "./questions.ts";

/** A node that a process can do by itself: everything but a nested graph. */
export type LeafNode = Exclude<PlanNode, { kind: "graph" }>;

export type NodeResult = {
  output?: unknown;
  exitCode?: number | null;
  errorOutput?: string | null;
};

export type Attempt = ChildAttempt & {
  graphId: string | null;
  /** Which try of the node it is, from 1. */
  attempt: number;
  /** Of the run: higher is given to workers first. */
  priority?: number;
  /** Limit of this try; children without one have the usual limit of the process that runs them. */
  timeoutMs: number | undefined;
  /** The node as a process that is gone has left it. */
  resume?: RunNodeRow | undefined;
  /** Says that it waits for a worker, or no longer does. */
  onWaiting(isWaiting: boolean): void;
  /** Says until when it waits. */
  onDue(dueAt: number, detail?: NodeDetail): void;
  /** Resolves when what was told so far is written down, so that a worker's part comes after it. */
  recorded(): Promise<void>;
  /** Writes something while the run belongs to this process. */
  write<Result>(body: WriteBody<Result>, locks: readonly string[]): Promise<Result>;
};

type NodeExecutorParts = {
  database: Database;
  blackboard: BlackboardStore;
  children: ChildRunner;
  remote: RemoteNodes;
  questions: Questions;
  agents: Agents;
};

/** Longest delay that a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647;
const GONE = "the server that ran it ended unexpectedly";

/** Does what a node says. */
export class NodeExecutor {
  readonly #parts: NodeExecutorParts;

  constructor(parts: NodeExecutorParts) {
    this.#parts = parts;
  }

  async execute(node: LeafNode, attempt: Attempt): Promise<NodeResult> {
    attempt.signal.throwIfAborted();
    switch (node.kind) {
      case "noop":
        return {};
      case "wait":
        return this.#wait(node.ms, attempt);
      case "bb_set":
        return this.#set(node, attempt);
      case "ask":
        return this.#ask(node, attempt);
      case "child":
        return this.#runChild(node, attempt);
      case "agent":
        if (attempt.resume) throw new NodeLost(GONE);
        return this.#parts.agents.run(node, attempt);
    }
  }

  /** Asks a person about a node, besides what the node itself may ask. */
  async ask(
    { question, choices }: Question,
    attempt: Pick<
      Attempt,
      "runId" | "nodeId" | "signal" | "onDue" | "record" | "recorded" | "write"
    >,
  ): Promise<string> {
    attempt.onDue(0, { question, choices });
    attempt.record({
      kind: "PROMPT",
      level: "warn",
      nodeId: attempt.nodeId,
      payload: { question, choices },
    });
    await attempt.recorded();
    const { runId, nodeId, signal } = attempt;
    const answer = await this.#parts.questions.wait(runId, nodeId, signal);
    // The next loss of the node is another question.
    await attempt.write((tx) => forgetAnswer(tx, runId, nodeId), []);
    return answer;
  }

  /** Until a moment by the clock of the database, which another process finds where this one has left it. */
  async #wait(ms: number, { signal, timeoutMs = Infinity, resume, onDue }: Attempt) {
    const { now } = this.#parts.database;
    const began = resume?.startedAt ?? now();
    const dueAt = resume?.dueAt ?? began + Math.min(ms, timeoutMs);
    onDue(dueAt);
    for (let left = dueAt - now(); left > 0; left = dueAt - now())
      await delay(Math.min(left, LONGEST_TIMER_MS), undefined, { signal });
    if (timeoutMs < ms) throw new NodeFailure(`timed out after ${timeoutMs} ms`);
    return {};
  }

  async #set(node: Extract<LeafNode, { kind: "bb_set" }>, attempt: Attempt): Promise<NodeResult> {
    const value = node.value_json === undefined ? node.value : node.value_json;
    const tags = node.tags.split(",");
    const write = {
      key: node.key,
      value,
      tags,
      ...(node.ttl_ms !== undefined && { ttl_ms: node.ttl_ms }),
    };
    const { database, blackboard } = this.#parts;
    await blackboard.endDue(database);
    await attempt.write((tx, outbox) => blackboard.set(tx, outbox, [write]), [entryKey(node.key)]);
    return { output: value };
  }

  async #ask(node: Extract<LeafNode, { kind: "ask" }>, attempt: Attempt): Promise<NodeResult> {
    const { database, questions } = this.#parts;
    const { question, choices, deadline_ms: deadlineMs, default: usual } = node;
    const { runId, nodeId, resume, timeoutMs } = attempt;
    const limitMs = Math.min(deadlineMs ?? Infinity, timeoutMs ?? Infinity);
    const now = database.now();
    const dueAt = resume?.dueAt ?? (limitMs === Infinity ? 0 : now + limitMs);
    attempt.onDue(dueAt, { question, choices, default: usual });
    if (!resume)
      attempt.record({
        kind: "PROMPT",
        nodeId,
        payload: { question, ...(choices && { choices }) },
      });
    await attempt.recorded();
    const late = new AbortController();
    const signal = AbortSignal.any([attempt.signal, late.signal]);
    const expire = async () => {
      for (let left = dueAt - database.now(); left > 0; left = dueAt - database.now())
        await delay(Math.min(left, LONGEST_TIMER_MS), undefined, { signal });
      late.abort(new Error("nobody answered in time"));
    };
    if (dueAt > 0) expire().catch(() => undefined);
    try {
      return { output: await questions.wait(runId, nodeId, signal) };
    } catch (error) {
      attempt.signal.throwIfAborted();
      if (usual === undefined) throw new NodeFailure((error as Error).message);
      return { output: usual };
    } finally {
      late.abort();
    }
  }

  #runChild(node: Extract<LeafNode, { kind: "child" }>, attempt: Attempt): Promise<NodeResult> {
    const { children, remote } = this.#parts;
    const { command, args, env, cwd, stdin = "", role, worker_label: label } = node;
    const { max_silence_ms, label_limit: labelLimit } = node;
    const { timeoutMs } = attempt;
    const spec: ChildSpec = {
      command,
      args,
      env,
      stdin,
      ...(cwd !== undefined && { cwd }),
      ...(role !== undefined && { role }),
      ...(max_silence_ms !== undefined && { max_silence_ms }),
      ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    };
    if (label !== undefined) return remote.run(label, spec, { ...attempt, labelLimit });
    return this.#runHere(children, spec, attempt);
  }

  async #runHere(children: ChildRunner, spec: ChildSpec, attempt: Attempt): Promise<NodeResult> {
    if (attempt.resume) throw new NodeLost(GONE);
    // The nodes before it are recorded before it begins: another process must never run those again.
    await attempt.recorded();
    return runChild(children, spec, attempt);
  }
}
