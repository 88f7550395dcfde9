import { describe, expect, test, vi } from "vitest";
import { DeadlineExceeded, withRetries, type RetryOptions } from "./with-retries.ts";

const policy = { maxTries: 3, retryDelayMs: 100, timeoutMs: 60_000 };
const always = () => ({ retry: true, reason: "busy" });

/** Records waits instead of waiting. */
function recordedWaits(options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const complete: RetryOptions = {
    policy,
    judge: always,
    random: () => 1,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  };
  return { waits, options: complete };
}

function failing(times: number) {
  let tries = 0;
  return vi.fn<() => Promise<string>>(async () => {
    tries += 1;
    if (tries <= times) throw new Error(`failure ${tries}`);
    return "done";
  });
}

describe("withRetries", () => {
  test("returns the first success without waiting", async () => {
    const { waits, options } = recordedWaits();
    await expect(withRetries(failing(0), options)).resolves.toBe("done");
    expect(waits).toEqual([]);
  });

  test("waits twice as long before each further try, with up to half of it left to chance", async () => {
    const longest = recordedWaits();
    await expect(withRetries(failing(2), longest.options)).resolves.toBe("done");
    expect(longest.waits).toEqual([100, 200]);

    const shortest = recordedWaits({ random: () => 0 });
    await withRetries(failing(2), shortest.options);
    expect(shortest.waits).toEqual([50, 100]);
  });

  test("gives up after the last try with the last failure", async () => {
    const { waits, options } = recordedWaits();
    const attempt = failing(9);
    await expect(withRetries(attempt, options)).rejects.toThrow("failure 3");
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(waits).toHaveLength(2);
  });

  test("does not retry a hopeless request", async () => {
    const { options } = recordedWaits({ judge: () => ({ retry: false, reason: "" }) });
    const attempt = failing(1);
    await expect(withRetries(attempt, options)).rejects.toThrow("failure 1");
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test("waits as long as the vendor asks, and tells so before", async () => {
    const onRetry = vi.fn<NonNullable<RetryOptions["onRetry"]>>();
    const judge = () => ({ retry: true, retryAfterMs: 7_000, reason: "busy" });
    const { waits, options } = recordedWaits({ judge, onRetry });
    await withRetries(failing(1), options);
    expect(waits).toEqual([7_000]);
    expect(onRetry.mock.calls).toEqual([[{ number: 1, delayMs: 7_000, reason: "busy" }]]);
  });

  test.each([
    ["the default of 10 s", {}, 10_000, 10_001],
    ["a limit of one's own", { maxRetryAfterMs: 500 }, 500, 501],
  ])("fails at once when the vendor asks for more than %s", async (_, limit, longest, tooLong) => {
    const ask = (retryAfterMs: number) =>
      recordedWaits({
        policy: { ...policy, ...limit },
        judge: () => ({ retry: true, retryAfterMs, reason: "busy" }),
      });
    const within = ask(longest);
    await withRetries(failing(1), within.options);
    expect(within.waits).toEqual([longest]);

    const beyond = ask(tooLong);
    await expect(withRetries(failing(1), beyond.options)).rejects.toThrow("failure 1");
    expect(beyond.waits).toEqual([]);
  });

  test("does not begin a wait that would outlast the budget", async () => {
    let now = 0;
    const { waits, options } = recordedWaits({
      policy: { ...policy, maxTries: 9, timeoutMs: 650 },
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    });
    await expect(withRetries(failing(9), options)).rejects.toThrow("failure 3");
    expect(waits).toEqual([100, 200]);
  });

  test("stops a try that outlasts the budget, even one that ignores its signal", async () => {
    let seen: AbortSignal | undefined;
    const attempt = (signal: AbortSignal) => {
      seen = signal;
      return new Promise<never>(() => {});
    };
    const call = withRetries(attempt, { policy: { ...policy, timeoutMs: 5 }, judge: always });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(seen?.aborted).toBe(true);
  });

  test("rethrows the caller's reason when aborted during a try", async () => {
    const controller = new AbortController();
    const reason = new Error("the client left");
    const attempt = () => {
      controller.abort(reason);
      return new Promise<never>(() => {});
    };
    await expect(
      withRetries(attempt, { policy, judge: always, signal: controller.signal }),
    ).rejects.toBe(reason);
  });

  test("rethrows the caller's reason when aborted during a wait", async () => {
    const controller = new AbortController();
    const reason = new Error("the client left");
    const attempt = failing(9);
    const call = withRetries(attempt, {
      policy: { ...policy, retryDelayMs: 50_000 },
      judge: always,
      signal: controller.signal,
      onRetry: () => queueMicrotask(() => controller.abort(reason)),
    });
    await expect(call).rejects.toBe(reason);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test("makes no try for a caller that has left before", async () => {
    const attempt = failing(0);
    const reason = new Error("the client left");
    const signal = AbortSignal.abort(reason);
    await expect(withRetries(attempt, { policy, judge: always, signal })).rejects.toBe(reason);
    expect(attempt).not.toHaveBeenCalled();
  });

  test("leaves nothing on a signal that many calls share", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    const attempt = (ended: AbortSignal) =>
      new Promise<string>((resolve) => {
        ended.addEventListener("abort", () => resolve("stopped"), { once: true });
        setImmediate(() => resolve("done"));
      });
    const calls = Array.from({ length: 50 }, () =>
      withRetries(attempt, { policy, judge: always, signal }),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["done"]));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("takes a budget longer than a timer can hold", async () => {
    const { options } = recordedWaits({
      policy: { ...policy, timeoutMs: Number.MAX_SAFE_INTEGER },
    });
    await expect(withRetries(failing(1), options)).resolves.toBe("done");
  });
});
