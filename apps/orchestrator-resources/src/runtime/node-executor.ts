import { setTimeout as delay } from "node:timers/promises";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources";
import type { BlackboardStore } from "../store/blackboard-store.ts";
import { insertChildren, startOf } from "../store/child-store.ts";
import type { EventDraft } from "../store/event-log.ts";
import type { Ledger } from "../store/ledger.ts";
import type { ChildPool } from "./child-pool.ts";
import type { ChildSlots } from "./child-slots.ts";
import { OutputTail } from "./output-tail.ts";

/** A node that a process can do by itself: everything but a nested graph. */
export type LeafNode = Exclude<PlanNode, { kind: "graph" }>;

export type NodeResult = { output?: unknown; exitCode?: number | null };

export type Attempt = {
  runId: string;
  nodeId: string;
  /** Limit of this try; children without one have the server's usual limit. */
  timeoutMs: number | undefined;
  signal: AbortSignal;
  /** Tells which child does the work, as soon as it is known. */
  onChild(childId: string): void;
  onActivity(): void;
  /** Tells what happens, in the order of the run's events. */
  record(event: EventDraft): void;
};

/** The node did not do what it should; the message says why. */
export class NodeFailure extends Error {
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null = null) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Parts = {
  ledger: Ledger;
  blackboard: BlackboardStore;
  pool: ChildPool;
  slots: ChildSlots;
  killGraceMs: number;
};

/** Does what a node says. */
export class NodeExecutor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
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
        return this.#set(node);
      case "child":
        return this.#runChild(node, attempt);
    }
  }

  async #wait(ms: number, { signal, timeoutMs }: Attempt): Promise<NodeResult> {
    const isTooLong = timeoutMs !== undefined && timeoutMs < ms;
    await delay(isTooLong ? timeoutMs : ms, undefined, { signal });
    if (isTooLong) throw new NodeFailure(`timed out after ${timeoutMs} ms`);
    return {};
  }

  async #set(node: Extract<LeafNode, { kind: "bb_set" }>): Promise<NodeResult> {
    const value = node.value_json === undefined ? node.value : node.value_json;
    const tags = node.tags.split(",");
    const write = {
      key: node.key,
      value,
      tags,
      ...(node.ttl_ms !== undefined && { ttl_ms: node.ttl_ms }),
    };
    await this.#parts.ledger.write((unit) => this.#parts.blackboard.set(unit, [write]));
    return { output: value };
  }

  async #runChild(
    node: Extract<LeafNode, { kind: "child" }>,
    attempt: Attempt,
  ): Promise<NodeResult> {
    const { ledger, pool, slots, killGraceMs } = this.#parts;
    const { runId, nodeId, timeoutMs, signal } = attempt;
    const { command, args, env, cwd, stdin = "", role } = node;
    const spec = {
      command,
      args,
      env,
      stdin,
      ...(cwd !== undefined && { cwd }),
      ...(role !== undefined && { role }),
      ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    };
    const output = new OutputTail();
    const onLine = (stream: string, message: string) => {
      attempt.onActivity();
      if (stream === "stdout") output.push(message);
    };
    pool.check({ spec });
    await slots.wait(signal);
    const prepared = await pool
      .prepare({ spec, runId, nodeId, onLine, record: attempt.record })
      .catch((error: unknown) => {
        slots.release();
        throw error;
      });
    const { childId } = prepared.row;
    try {
      signal.throwIfAborted();
      await ledger.write((unit) => insertChildren(unit, [prepared.row]));
    } catch (error) {
      prepared.abandon();
      slots.release();
      throw error;
    }
    attempt.record({ ...startOf(prepared.row), nodeId });
    attempt.onChild(childId);
    const stop = () => pool.stop(childId, { state: "killed", message: "cancelled" }, killGraceMs);
    signal.addEventListener("abort", stop, { once: true });
    const ended = prepared.begin();
    if (signal.aborted) stop();
    const { state, exitCode, error } = await ended;
    signal.removeEventListener("abort", stop);
    signal.throwIfAborted();
    if (state !== "exited") throw new NodeFailure(error ?? state, exitCode);
    if (exitCode !== 0) throw new NodeFailure(`exited with code ${exitCode}`, exitCode);
    return { output: output.text(), exitCode };
  }
}
