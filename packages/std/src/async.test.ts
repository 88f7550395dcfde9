import { describe, expect, test, vi } from "vitest";
import { abortable, lazy, Semaphore, withDeadline } from "./async.ts";

const never = new Promise<never>(() => undefined);

describe("withDeadline", () => {
  test("gives the result of work that ends in time, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    expect(await withDeadline(Promise.resolve(1), 1_000, () => 2)).toBe(1);
    await expect(withDeadline(Promise.reject(new Error("no")), 1_000, () => 2)).rejects.toThrow(
      "no",
    );
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("gives what onLate gives, or throws what it throws, when time is up", async () => {
    expect(await withDeadline(never, 1, () => "late")).toBe("late");
    const tooLate = () => {
      throw new Error("too late");
    };
    await expect(withDeadline(never, 1, tooLate)).rejects.toThrow("too late");
  });
});

describe("abortable", () => {
  test("gives the result, or the reason of the signal that aborts first", async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve(1), controller.signal)).toBe(1);
    const waiting = abortable(never, controller.signal);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(abortable(never, controller.signal)).rejects.toThrow("enough");
  });
});

test("lazy calls its function once, at the first use", () => {
  const make = vi.fn<() => void>();
  const get = lazy(make);
  expect(make).not.toHaveBeenCalled();
  get();
  get();
  expect(make).toHaveBeenCalledTimes(1);
});

const LONG_MS = 60_000;

test("a semaphore lets so many at a time, the others in the order in which they came", async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  const enter = async (number: number) => {
    const end = await semaphore.take(LONG_MS);
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

test("a semaphore gives up after a while, and the permit goes to the next one", async () => {
  const semaphore = new Semaphore(1);
  const end = await semaphore.take(LONG_MS);
  expect(await semaphore.take(1)).toBeUndefined();
  const next = semaphore.take(LONG_MS);
  end?.();
  expect(await next).toBeDefined();
});
