import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import { describe, expect, test } from "vitest";
import { createTicker, type TickStatus } from "./behaviour-tree.ts";

/** A world in which tasks end when they are told to. */
function world(values: Record<string, unknown> = {}) {
  const statuses = new Map<string, TickStatus>();
  const aborted: string[] = [];
  const starts: string[] = [];
  return {
    starts,
    aborted,
    values,
    end: (path: string, status: TickStatus) => void statuses.set(path, status),
    at: (now: number) => ({
      now,
      valueOf: (key: string) => values[key],
      start(path: string) {
        starts.push(path);
        statuses.set(path, "running");
        return {
          status: () => statuses.get(path) as TickStatus,
          abort: () => void aborted.push(path),
        };
      },
    }),
  };
}

const task = (id: string): BehaviourNode => ({ type: "task", id, attributes: {} });

describe("a behaviour tree", () => {
  test("goes through a sequence one task at a time", () => {
    const { starts, at, end } = world();
    const tree = createTicker({ type: "sequence", children: [task("a"), task("b")] });
    expect(tree.tick(at(0))).toBe("running");
    expect(starts).toEqual(["a"]);
    end("a", "success");
    expect(tree.tick(at(1))).toBe("running");
    expect(starts).toEqual(["a", "b"]);
    end("b", "failure");
    expect(tree.tick(at(2))).toBe("failure");
  });

  test("takes the first of a selector that succeeds", () => {
    const { starts, at, end } = world();
    const tree = createTicker({ type: "selector", children: [task("a"), task("b"), task("c")] });
    tree.tick(at(0));
    end("a", "failure");
    tree.tick(at(1));
    end("b", "success");
    expect(tree.tick(at(2))).toBe("success");
    expect(starts).toEqual(["a", "b"]);
  });

  test("decides a parallel as soon as it can, and ends the rest", () => {
    const { at, end, aborted } = world();
    const tree = createTicker({
      type: "parallel",
      needs: 2,
      children: [task("a"), task("b"), task("c")],
    });
    tree.tick(at(0));
    end("a", "failure");
    expect(tree.tick(at(1))).toBe("running");
    end("b", "failure");
    expect(tree.tick(at(2))).toBe("running");
    expect(aborted).toEqual(["c"]);
    end("c", "failure");
    expect(tree.tick(at(3))).toBe("failure");
  });

  test("waits between tries", () => {
    const { starts, at, end } = world();
    const tree = createTicker({ type: "retry", attempts: 2, delay_ms: 10, child: task("a") });
    tree.tick(at(0));
    end("a", "failure");
    expect(tree.tick(at(1))).toBe("running");
    expect(tree.tick(at(5))).toBe("running");
    expect(starts).toEqual(["a"]);
    expect(tree.tick(at(11))).toBe("running");
    expect(starts).toEqual(["a", "a"]);
    end("a", "failure");
    expect(tree.tick(at(12))).toBe("failure");
  });

  test("ends what takes too long and what is no longer guarded", () => {
    const { at, end, aborted, values } = world({ open: true });
    const late = createTicker({ type: "timeout", timeout_ms: 10, child: task("slow") });
    expect(late.tick(at(0))).toBe("running");
    expect(late.tick(at(10))).toBe("running");
    end("slow", "failure");
    expect(late.tick(at(11))).toBe("failure");
    const guard = createTicker({
      type: "guard",
      key: "open",
      equals: true,
      child: task("guarded"),
    });
    expect(guard.tick(at(0))).toBe("running");
    values["open"] = false;
    expect(guard.tick(at(1))).toBe("running");
    end("guarded", "failure");
    values["open"] = true;
    expect(guard.tick(at(2))).toBe("failure");
    expect(aborted).toEqual(["slow", "guarded"]);
  });

  test("begins no try before the last one has ended", () => {
    const { starts, at, end } = world();
    const child: BehaviourNode = { type: "timeout", timeout_ms: 10, child: task("a") };
    const tree = createTicker({ type: "retry", attempts: 2, delay_ms: 0, child });
    for (const now of [0, 10, 20, 30]) expect(tree.tick(at(now))).toBe("running");
    expect(starts).toEqual(["a"]);
    end("a", "failure");
    for (const now of [40, 41]) expect(tree.tick(at(now))).toBe("running");
    expect(starts).toEqual(["a", "a"]);
    end("a", "success");
    expect(tree.tick(at(42))).toBe("success");
  });
});
