import { describe, expect, test, vi } from "vitest";
import { abortable, lazy, withDeadline } from "./async.ts";

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
