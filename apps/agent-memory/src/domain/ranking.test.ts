import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Link } from "./decision.ts";
import { type Candidate, followSuccessors, pruneCandidates, rankCandidates } from "./ranking.ts";

function candidate(change: Partial<Candidate> & { id: string }): Candidate {
  return {
    target: change.id,
    status: "active",
    project: "",
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

  test("ranks by relevance alone in audit mode", () => {
    expect(scores(all, "audit").every(([, score]) => score === 0.5)).toBe(true);
    expect(scores(all, "audit")).toHaveLength(all.length);
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
      ["old", 1],
      ["new", 0],
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
  project: fc.constant(""),
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
        const ranked = rankCandidates(candidates, "balanced").map(
          ({ candidate: one }) => one.status,
        );
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

describe("pruning candidates", () => {
  const manyInForce = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      status: fc.constantFrom("active", "active", "active", "superseded", "draft"),
      project: fc.constant(""),
      origin: fc.constantFrom("human", "agent"),
      number: fc.nat(),
      base: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { selector: ({ id }) => id, maxLength: 40 },
  );

  test("never changes what a search returns", () => {
    fc.assert(
      fc.property(manyInForce, fc.integer({ min: 1, max: 20 }), (given, limit) => {
        const candidates = given.map(
          (one): Candidate => ({ ...one, target: one.id, replaces: [] }) as Candidate,
        );
        const bases = new Map(candidates.map(({ id, base }) => [id, base]));
        const active = candidates.filter(({ status }) => status === "active").map(({ id }) => id);
        const kept = pruneCandidates(bases, new Set(active), limit);
        const best = (some: Candidate[]) => rankCandidates(some, "balanced").slice(0, limit);
        expect(best(candidates.filter(({ id }) => kept.has(id)))).toEqual(best(candidates));
      }),
    );
  });
});

describe("successors", () => {
  const link = (newId: string, oldId: string, kind: Link["kind"] = "supersedes"): Link => ({
    newId,
    oldId,
    kind,
  });

  test("follows chains, branches and joins to their ends", () => {
    const links = [link("b", "a"), link("c", "b"), link("d", "b"), link("e", "d"), link("e", "x")];
    expect(followSuccessors(["a", "x", "e", "alone"], links)).toEqual(
      new Map([
        ["a", ["c", "e"]],
        ["x", ["e"]],
        ["e", ["e"]],
        ["alone", ["alone"]],
      ]),
    );
  });

  test("does not follow what only amends, and ends on a cycle", () => {
    expect(followSuccessors(["a"], [link("b", "a", "amends")]).get("a")).toEqual(["a"]);
    expect(followSuccessors(["a"], [link("b", "a"), link("a", "b")]).get("a")).toEqual([]);
  });
});
