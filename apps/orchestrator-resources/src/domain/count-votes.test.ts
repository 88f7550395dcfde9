import fc from "fast-check";
import { expect, test } from "vitest";
import { countVotes } from "./count-votes.ts";

test("a winner does not depend on the order of the votes", () => {
  const vote = fc.record({
    choice: fc.constantFrom("a", "b", "c"),
    weight: fc.integer({ min: 0, max: 4 }),
  });
  const mode = fc.constantFrom("majority" as const, "weighted" as const);
  fc.assert(
    fc.property(
      fc.array(vote, { minLength: 1, maxLength: 9 }),
      mode,
      fc.nat(),
      (cast, how, turn) => {
        const votes = cast.map((one, index) => ({ ...one, voter: `v${index}` }));
        const turned = [
          ...votes.slice(turn % votes.length),
          ...votes.slice(0, turn % votes.length),
        ];
        expect(countVotes({ votes: turned, mode: how })).toEqual(countVotes({ votes, mode: how }));
      },
    ),
  );
});
