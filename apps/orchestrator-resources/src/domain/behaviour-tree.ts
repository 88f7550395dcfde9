import { CodedError } from "@faculties/errors";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";

export type TickStatus = "running" | "success" | "failure";
export type TaskNode = Exclude<PlanNode, { kind: "graph" }>;

/** A leaf at work. */
export type TaskHandle = { status(): TickStatus; abort(): void };

/** The environment of a tree at a tick. */
type TreeHost = {
  now: number;
  /** The value of a blackboard entry; undefined when there is none. */
  valueOf(key: string): unknown;
  start(path: string, node: TaskNode): TaskHandle;
  /** Whether a guard had let one of these tasks through in another process, whose results are gone through again. */
  passed?(tasks: readonly string[]): boolean;
};

export type Ticker = {
  tick(host: TreeHost): TickStatus;
  abort(): void;
  /** Whether a leaf below is still at work, also one that was aborted. */
  isBusy(): boolean;
};

/** Makes a tree that can be ticked; each part remembers where it is until it is created again. */
export function createTicker(node: BehaviourNode, path = pathOf(node, "root")): Ticker {
  switch (node.type) {
    case "sequence":
      return inTurn(parts(node, path), "failure");
    case "selector":
      return inTurn(parts(node, path), "success");
    case "parallel":
      return atOnce(parts(node, path), node.needs ?? node.children.length);
    case "retry":
      return retrying(node, path);
    case "timeout":
      return timing(node, path);
    case "guard":
      return guarding(node, path);
    case "task":
      return task(taskNodeOf(node), path);
  }
}

/** Every task of a tree with its path, in order. */
export function tasksOf(
  node: BehaviourNode,
  path = pathOf(node, "root"),
): { path: string; node: TaskNode }[] {
  if (node.type === "task") return [{ path, node: taskNodeOf(node) }];
  if ("child" in node) return tasksOf(node.child, pathOf(node.child, `${path}.0`));
  return node.children.flatMap((child, index) => tasksOf(child, pathOf(child, `${path}.${index}`)));
}

/** How many tasks a tree has; each must be told apart from the others. */
export function countTasks(tree: BehaviourNode): number {
  const paths = new Set<string>();
  const repeated = tasksOf(tree).find(({ path }) => paths.size === paths.add(path).size)?.path;
  if (repeated === undefined) return paths.size;
  throw new CodedError(
    "E-BT-INVALID",
    `Two tasks are called "${repeated}". Give each an id of its own, or none.`,
    { details: { id: repeated } },
  );
}

/** The blackboard keys that a tree's guards look at. */
export function guardKeysOf(node: BehaviourNode): string[] {
  if (node.type === "task") return [];
  if ("child" in node)
    return [...(node.type === "guard" ? [node.key] : []), ...guardKeysOf(node.child)];
  return node.children.flatMap(guardKeysOf);
}

function taskNodeOf({ id, attributes }: Extract<BehaviourNode, { type: "task" }>): TaskNode {
  const { data, error } = PlanNode.safeParse(attributes);
  const reason = error
    ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    : "a task cannot be a nested graph";
  if (data && data.kind !== "graph") return data;
  throw new CodedError("E-BT-INVALID", `The task ${id ?? JSON.stringify(attributes)}: ${reason}`);
}

function pathOf(node: BehaviourNode, usual: string): string {
  return node.id ?? usual;
}

function parts(
  node: Extract<BehaviourNode, { children: BehaviourNode[] }>,
  path: string,
): Ticker[] {
  return node.children.map((child, index) =>
    createTicker(child, pathOf(child, `${path}.${index}`)),
  );
}

/** Ends a ticker: `status` is told once nothing below it is at work any more, so that no later try overlaps. */
function ending(ticker: Ticker, status: TickStatus): Ticker["tick"] {
  ticker.abort();
  return () => (ticker.isBusy() ? "running" : status);
}

/** One after another until one ends with `decisive`. */
function inTurn(tickers: readonly Ticker[], decisive: TickStatus): Ticker {
  let at = 0;
  return {
    tick(host) {
      for (; at < tickers.length; at += 1) {
        const status = (tickers[at] as Ticker).tick(host);
        if (status === "running" || status === decisive) return status;
      }
      return decisive === "failure" ? "success" : "failure";
    },
    abort: () => tickers[at]?.abort(),
    isBusy: () => tickers[at]?.isBusy() ?? false,
  };
}

function atOnce(tickers: readonly Ticker[], needs: number): Ticker {
  const statuses = tickers.map((): TickStatus => "running");
  let decided: TickStatus | undefined;
  const count = (wanted: TickStatus) => statuses.filter((status) => status === wanted).length;
  const isBusy = () => tickers.some((ticker) => ticker.isBusy());
  const abort = () => {
    for (const [index, ticker] of tickers.entries())
      if (statuses[index] === "running") ticker.abort();
  };
  const tick = (host: TreeHost): TickStatus => {
    for (const [index, ticker] of tickers.entries())
      if (statuses[index] === "running") statuses[index] = ticker.tick(host);
    if (count("success") >= needs) return "success";
    return count("failure") > tickers.length - needs ? "failure" : "running";
  };
  return {
    tick(host) {
      if (decided === undefined) {
        const status = tick(host);
        if (status === "running") return status;
        decided = status;
        abort();
      }
      return isBusy() ? "running" : decided;
    },
    abort,
    isBusy,
  };
}

function retrying(node: Extract<BehaviourNode, { type: "retry" }>, path: string): Ticker {
  const fresh = () => createTicker(node.child, pathOf(node.child, `${path}.0`));
  let child = fresh();
  let tries = 1;
  let notBefore = 0;
  return {
    tick(host) {
      if (host.now < notBefore) return "running";
      const status = child.tick(host);
      if (status !== "failure" || tries >= node.attempts) return status;
      tries += 1;
      child = fresh();
      notBefore = host.now + node.delay_ms;
      return "running";
    },
    abort: () => child.abort(),
    isBusy: () => child.isBusy(),
  };
}

function timing(node: Extract<BehaviourNode, { type: "timeout" }>, path: string): Ticker {
  const child = createTicker(node.child, pathOf(node.child, `${path}.0`));
  let startedAt: number | undefined;
  let expired: Ticker["tick"] | undefined;
  return {
    tick(host) {
      if (expired) return expired(host);
      startedAt ??= host.now;
      const status = child.tick(host);
      if (status !== "running" || host.now - startedAt < node.timeout_ms) return status;
      expired = ending(child, "failure");
      return expired(host);
    },
    abort: () => child.abort(),
    isBusy: () => child.isBusy(),
  };
}

/** Looked at with every tick: what it guards is ended when it no longer holds. */
function guarding(node: Extract<BehaviourNode, { type: "guard" }>, path: string): Ticker {
  const child = createTicker(node.child, pathOf(node.child, `${path}.0`));
  const holds = (value: unknown) =>
    node.equals === undefined ? value !== undefined : value === node.equals;
  const tasks = tasksOf(node.child, pathOf(node.child, `${path}.0`)).map((one) => one.path);
  let refused: Ticker["tick"] | undefined;
  return {
    tick(host) {
      const isOpen = holds(host.valueOf(node.key)) || host.passed?.(tasks) === true;
      if (!refused && isOpen) return child.tick(host);
      refused ??= ending(child, "failure");
      return refused(host);
    },
    abort: () => child.abort(),
    isBusy: () => child.isBusy(),
  };
}

function task(node: TaskNode, path: string): Ticker {
  let handle: TaskHandle | undefined;
  return {
    tick(host) {
      handle ??= host.start(path, node);
      return handle.status();
    },
    abort: () => handle?.abort(),
    isBusy: () => handle?.status() === "running",
  };
}
