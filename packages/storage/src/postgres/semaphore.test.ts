import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const LONG_MS = 60_000;

test("lets so many at a time, the others in the order in which they came", async () => {
  const turns = new Semaphore(2);
  const order: number[] = [];
  const enter = async (number: number) => {
    const end = await turns.take(LONG_MS);
    order.push(number);
    return end;
  };
  const [first, second] = [await enter(1), await enter(2)];
  const [third, fourth] = [enter(3), enter(4)];
  first?.();
  (await third)?.();
  expect(order).toEqual([1, 2, 3]);
  second?.();
  await fourth;
  expect(order).toEqual([1, 2, 3, 4]);
});

test("gives up after a while, and the turn goes to the next one", async () => {
  const turns = new Semaphore(1);
  const end = await turns.take(LONG_MS);
  expect(await turns.take(1)).toBeUndefined();
  const next = turns.take(LONG_MS);
  end?.();
  expect(await next).toBeDefined();
});
