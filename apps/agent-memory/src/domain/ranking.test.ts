import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Link } from "./decision.ts";
import {
  type Candidate,
  followSuccessors,
  fuseScores,
  pruneCandidates,
  rankCandidates,
} from "./ranking.ts";

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

describe("fusing scores", () => {
  const hits = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e"),
      score: fc.double({ min: -5, max: 50, noNaN: true }),
    }),
    { selector: ({ id }) => id },
  );

  const judged = {
    words: fc.integer({ min: 1, max: 24 }),
    unique: fc.double({ min: 1e-6, max: 50, noNaN: true }),
  };

  test("gives every record a score from 0 to 1", () => {
    fc.assert(
      fc.property(
        fc.record({ hits, ...judged }),
        fc.option(hits, { nil: undefined }),
        (words, meanings) => {
          const fused = fuseScores(words, meanings);
          const ids = new Set([...words.hits, ...(meanings ?? [])].map(({ id }) => id));
          expect(new Set(fused.keys())).toEqual(ids);
          for (const score of fused.values()) expect(score >= 0 && score <= 1).toBe(true);
        },
      ),
    );
  });

  const wordHits = [
    { id: "a", score: 9 },
    { id: "b", score: 3 },
  ];
  const meanings = [
    { id: "b", score: 0.75 },
    { id: "c", score: 0.5 },
    { id: "a", score: 0.25 },
  ];

  const rounded = (fused: Map<string, number>) =>
    Object.fromEntries([...fused].map(([id, score]) => [id, Math.round(score * 1_000) / 1_000]));

  test.each([
    ["most when the best hit has all of a few words", 2, 4.5, { a: 0.65, b: 0.35, c: 0.175 }],
    ["most when it has three rare ones of many", 9, 3, { a: 0.65, b: 0.35, c: 0.175 }],
    ["less when it has one rare one of many", 9, 9, { a: 0.382, b: 0.618, c: 0.309 }],
  ])("normalises each list by its own range and weighs words %s", (_, words, unique, expected) => {
    expect(rounded(fuseScores({ hits: wordHits, words, unique }, meanings))).toEqual(expected);
  });

  test("uses words alone without meanings, and meanings alone when no word matches", () => {
    const found = { hits: [{ id: "a", score: 2 }], words: 4, unique: 4 };
    expect(rounded(fuseScores(found, undefined))).toEqual({ a: 1 });
    expect(rounded(fuseScores(found, []))).toEqual({ a: 1 });
    expect(rounded(fuseScores({ ...found, hits: [] }, [{ id: "a", score: 0.4 }]))).toEqual({
      a: 1,
    });
  });
});

describe("pruning candidates", () => {
  const manyInForce = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      status: fc.constantFrom("active", "active", "active", "superseded", "draft"),
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
