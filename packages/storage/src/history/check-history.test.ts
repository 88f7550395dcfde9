import { describe, expect, test } from "vitest";
import { checkHistory } from "./check-history.ts";
import type { FinalState, Operation, Step } from "./operation.ts";

const append = (list: string, value: string): Step => ({ do: "append", list, value });
const read = (list: string, ...values: string[]): Step => ({
  do: "read",
  list,
  values,
  length: values.length,
});
const set = (value: string, version: number): Step => ({
  do: "set",
  register: "r",
  value,
  version,
});
const get = (value: string | null, version: number): Step => ({
  do: "get",
  register: "r",
  value,
  version,
});

/** Transactions one after another; each asks after the one before has answered. */
function inTurn(...transactions: (Step[] | Partial<Operation>)[]): Operation[] {
  return transactions.map((given, index) => ({
    id: `t${index + 1}`,
    asked: BigInt(index * 10),
    answered: BigInt(index * 10 + 5),
    outcome: "done",
    ...(Array.isArray(given) ? { steps: given } : { steps: [], ...given }),
  }));
}

/** Transactions that all asked before any had answered. */
const atOnce = (...transactions: (Step[] | Partial<Operation>)[]): Operation[] =>
  inTurn(...transactions).map((operation) => ({ ...operation, asked: 0n, answered: 100n }));

function final(lists: Record<string, string[]>, register?: [string, number]): FinalState {
  const [value = "", version = 0] = register ?? [];
  return {
    lists: new Map(Object.entries(lists)),
    registers: new Map(register === undefined ? [] : [["r", { value, version }]]),
  };
}

const kinds = (...given: Parameters<typeof checkHistory>) =>
  checkHistory(...given).map(({ kind }) => kind);

describe("a sound history", () => {
  test.each<[string, Operation[], FinalState]>([
    ["in turn", inTurn([append("a", "1")], [read("a", "1")]), final({ a: ["1"] })],
    [
      "at once, seen and not yet seen",
      atOnce([append("a", "1"), append("b", "2")], [read("a"), read("b")], [read("a", "1")]),
      final({ a: ["1"], b: ["2"] }),
    ],
    [
      "with an unknown outcome that happened and one that did not",
      inTurn(
        { steps: [append("a", "1")], outcome: "unknown", answered: undefined },
        { steps: [append("a", "2")], outcome: "unknown", answered: undefined },
        { steps: [append("a", "3")], outcome: "refused" },
        [read("a", "2")],
      ),
      final({ a: ["2"] }),
    ],
    [
      "of a register",
      inTurn([get(null, 0), set("x", 1)], [set("y", 2)], [get("y", 2)]),
      final({}, ["y", 2]),
    ],
  ])("%s has no anomaly", (_, history, state) => {
    expect(checkHistory(history, state)).toEqual([]);
  });
});

describe("a planted anomaly is found:", () => {
  test.each<[string, string, Operation[], FinalState]>([
    ["a lost append", "lost", inTurn([append("a", "1")]), final({ a: [] })],
    ["a doubled append", "doubled", inTurn([append("a", "1")]), final({ a: ["1", "1"] })],
    [
      "an append that was refused and is there",
      "refused and kept",
      inTurn({ steps: [append("a", "1")], outcome: "refused" }),
      final({ a: ["1"] }),
    ],
    ["a value that nobody wrote", "from nowhere", [], final({ a: ["1"] })],
    [
      "a value in another list",
      "misplaced",
      atOnce([append("a", "1")], [append("b", "2")]),
      final({ a: ["1", "2"], b: [] }),
    ],
    [
      "two orders of the same values",
      "reordered",
      atOnce([append("a", "1")], [append("a", "2")], [read("a", "2", "1")]),
      final({ a: ["1", "2"] }),
    ],
    [
      "a list whose rows are not all there",
      "torn",
      atOnce([append("a", "1")], [{ ...read("a"), length: 1 } as Step]),
      final({ a: ["1"] }),
    ],
    [
      "half of a transaction",
      "torn",
      atOnce([append("a", "1"), append("b", "2")], [read("a", "1"), read("b")]),
      final({ a: ["1"], b: ["2"] }),
    ],
    ["a read of the past", "cycle", inTurn([append("a", "1")], [read("a")]), final({ a: ["1"] })],
    [
      "a read that goes back",
      "cycle",
      [
        ...inTurn({ steps: [append("a", "1")], asked: 0n, answered: 1_000n }),
        ...inTurn([], [], [read("a", "1")], [read("a")]).slice(2),
      ],
      final({ a: ["1"] }),
    ],
    [
      "appends in another order than they were acknowledged",
      "cycle",
      inTurn([append("a", "1")], [append("a", "2")]),
      final({ a: ["2", "1"] }),
    ],
    [
      "two readers that see two writers in different orders",
      "cycle",
      atOnce(
        [append("a", "1")],
        [append("b", "2")],
        [read("a", "1"), read("b")],
        [read("a"), read("b", "2")],
      ),
      final({ a: ["1"], b: ["2"] }),
    ],
    [
      "write skew",
      "cycle",
      atOnce([read("a"), append("b", "2")], [read("b"), append("a", "1")]),
      final({ a: ["1"], b: ["2"] }),
    ],
    [
      "a lost update of a register",
      "two values",
      atOnce([set("x", 1)], [set("y", 1)]),
      final({}, ["y", 1]),
    ],
    ["a lost register", "lost", inTurn([set("x", 1)], [set("y", 2)]), final({}, ["x", 1])],
    [
      "a register as it was before",
      "cycle",
      inTurn([set("x", 1)], [set("y", 2)], [get("x", 1)]),
      final({}, ["y", 2]),
    ],
    ["half of a register", "torn", inTurn([get(null, 1)]), final({})],
    [
      "a register that was refused and is there",
      "refused and kept",
      inTurn({ steps: [set("x", 0)], outcome: "refused" }),
      final({}, ["x", 1]),
    ],
  ])("%s", (_, kind, history, state) => {
    expect(kinds(history, state)).toContain(kind);
  });
});
