import fc from "fast-check";
import { expect, test } from "vitest";
import { TaskQueue } from "./plan-level.ts";

test("behaves like a list from which the first that fits is taken", () => {
  const step = fc.oneof(
    fc.record({ push: fc.nat(9) }),
    fc.record({ fits: fc.nat(9), best: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new TaskQueue<{ rank: number }>();
      const model: { rank: number }[] = [];
      for (const one of steps) {
        if ("push" in one) {
          const task = { rank: one.push };
          queue.push(task);
          model.push(task);
        } else {
          const fits = ({ rank }: { rank: number }) => rank <= one.fits;
          const fitting = model.filter(fits);
          const best = Math.max(...fitting.map(({ rank }) => rank));
          const expected = one.best ? fitting.find(({ rank }) => rank === best) : fitting[0];
          const taken = one.best ? queue.takeBest(fits, ({ rank }) => rank) : queue.takeFirst(fits);
          expect(taken).toBe(expected);
          if (expected) model.splice(model.indexOf(expected), 1);
        }
        expect(queue.size).toBe(model.length);
      }
    }),
  );
});

test("stays small when thousands pass through", () => {
  const queue = new TaskQueue<number>();
  for (let round = 0; round < 5_000; round += 1) queue.push(round);
  for (let round = 0; round < 5_000; round += 1) expect(queue.takeFirst(() => true)).toBe(round);
  expect(queue.takeFirst(() => true)).toBeUndefined();
});
