import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, rankCandidates } from "./rank-candidates.ts";

function candidate(change: Partial<Candidate> & { id: string }): Candidate {
  return {
    target: change.id,
    status: "active",
    origin: "agent",
    number: 1,
    base: 0.5,
    replaces: [],
    ...change,
  };
}

const scores = (candidates: Candidate[], mode: "strict" | "balanced" | "audit") =>
  rankCandidates(candidates, mode).map(({ candidate: { id }, score }) => [
    id,
    Number(score.toFixed(6)),
  ]);

describe("the ranking policy", () => {
  const all = [
    candidate({ id: "active" }),
    candidate({ id: "human", origin: "human" }),
    candidate({ id: "superseded", status: "superseded" }),
    candidate({ id: "deprecated", status: "deprecated" }),
    candidate({ id: "draft", status: "draft" }),
    candidate({ id: "human-draft", status: "draft", origin: "human" }),
  ];

  test("boosts, penalises and weighs authority exactly as written", () => {
    expect(scores(all, "balanced")).toEqual([
      ["human", 1.6],
      ["active", 1.5],
      ["human-draft", 0.3],
      ["draft", 0.2],
      ["superseded", 0.1],
      ["deprecated", 0.025],
    ]);
  });

  test("scores the same in audit mode", () => {
    expect(scores(all, "audit")).toEqual(scores(all, "balanced"));
  });

  test("returns only what is in force in strict mode", () => {
    expect(scores(all, "strict")).toEqual([
      ["human", 1.6],
      ["active", 1.5],
    ]);
  });

  test("keeps one record per target, in any spelling, except in audit mode", () => {
    const versions = [
      candidate({ id: "old", target: "Orders", status: "superseded", base: 1 }),
      candidate({ id: "new", target: " orders", base: 0 }),
    ];
    expect(scores(versions, "balanced")).toEqual([["new", 1]]);
    expect(scores(versions, "audit")).toEqual([
      ["new", 1],
      ["old", 0.2],
    ]);
  });

  test("orders equal scores by age, newest first", () => {
    const equal = [1, 3, 2].map((number) => candidate({ id: `n${number}`, number }));
    expect(scores(equal, "audit").map(([id]) => id)).toEqual(["n3", "n2", "n1"]);
  });
});

const anyCandidate = fc.record({
  id: fc.uuid(),
  target: fc.constantFrom("a", "b", "c", "d"),
  status: fc.constantFrom("active", "superseded", "deprecated", "draft"),
  origin: fc.constantFrom("human", "agent"),
  number: fc.nat(),
  base: fc.double({ min: 0, max: 1, noNaN: true }),
  replaces: fc.constant([]),
}) satisfies fc.Arbitrary<Candidate>;
const anyCandidates = fc.uniqueArray(anyCandidate, { selector: ({ id }) => id });

describe("for any candidates", () => {
  test("everything in force stands above everything that is not", () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const ranked = rankCandidates(candidates, "audit").map(({ candidate: one }) => one.status);
        return (
          !ranked.slice(ranked.findIndex((status) => status !== "active")).includes("active") ||
          !ranked.some((status) => status !== "active")
        );
      }),
    );
  });

  test("the order does not depend on the order they came in", () => {
    fc.assert(
      fc.property(
        anyCandidates,
        fc.constantFrom("strict", "balanced", "audit"),
        (candidates, mode) => {
          expect(rankCandidates(candidates.toReversed(), mode)).toEqual(
            rankCandidates(candidates, mode),
          );
        },
      ),
    );
  });
});
