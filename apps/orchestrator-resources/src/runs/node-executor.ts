import { setTimeout as delay } from "node:timers/promises";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { BlackboardStore } from "../store/blackboard.ts";
import { entryKey } from "../store/lock-keys.ts";
import type { Database } from "../store/database.ts";
import { type ChildAttempt, type ChildRunner, runChild } from "../children/run-child.ts";
import { NodeFailure } from "./node-failure.ts";
import type { RemoteNodes } from "../remote/remote-nodes.ts";

/** A node that a process can do by itself: everything but a nested graph. */
export type LeafNode = Exclude<PlanNode, { kind: "graph" }>;

export type NodeResult = { output?: unknown; exitCode?: number | null };

export type Attempt = ChildAttempt & {
  graphId: string | null;
  /** Limit of this try; children without one have the usual limit of the process that runs them. */
  timeoutMs: number | undefined;
  /** Says that it waits for a worker, or no longer does. */
  onWaiting(isWaiting: boolean): void;
  /** Resolves when what was told so far is written down, so that a worker's part comes after it. */
  recorded(): Promise<void>;
};

type NodeExecutorParts = {
  database: Database;
  blackboard: BlackboardStore;
  children: ChildRunner;
  remote: RemoteNodes;
};

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
    const { database, blackboard } = this.#parts;
    await blackboard.endDue(database);
    await database.write((tx, outbox) => blackboard.set(tx, outbox, [write]), {
      locks: [entryKey(node.key)],
    });
    return { output: value };
  }

  #runChild(node: Extract<LeafNode, { kind: "child" }>, attempt: Attempt): Promise<NodeResult> {
    const { children, remote } = this.#parts;
    const { command, args, env, cwd, stdin = "", role, worker_label: label } = node;
    const { timeoutMs } = attempt;
    const spec = {
      command,
      args,
      env,
      stdin,
      ...(cwd !== undefined && { cwd }),
      ...(role !== undefined && { role }),
      ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    };
    return label === undefined
      ? runChild(children, spec, attempt)
      : remote.run(label, spec, attempt);
  }
}
