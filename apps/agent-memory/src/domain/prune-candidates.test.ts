import fc from "fast-check";
import { expect, test } from "vitest";
import { pruneCandidates } from "./prune-candidates.ts";
import { type Candidate, rankCandidates } from "./rank-candidates.ts";

const anyCandidates = fc.uniqueArray(
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
    fc.property(anyCandidates, fc.integer({ min: 1, max: 20 }), (given, limit) => {
      const candidates = given.map(
        (one): Candidate => ({ ...one, target: one.id, replaces: [] }) as Candidate,
      );
      const scores = new Map(candidates.map(({ id, base }) => [id, base]));
      const active = candidates.filter(({ status }) => status === "active").map(({ id }) => id);
      const kept = pruneCandidates(scores, new Set(active), limit);
      const best = (some: Candidate[]) => rankCandidates(some, "balanced").slice(0, limit);
      expect(best(candidates.filter(({ id }) => kept.has(id)))).toEqual(best(candidates));
    }),
  );
});
