import { expect, test } from "vitest";
import { CallsInFlight } from "./calls-in-flight.ts";

const never = { ms: 0, reason: () => new Error("late") };
const forever = () => new Promise<never>(() => undefined);

test("shutdown aborts the signal and waits for the write that a call still finishes", async () => {
  const calls = new CallsInFlight();
  const journal: string[] = [];
  const answered = calls.run(new AbortController().signal, never, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await Promise.resolve();
    journal.push((signal.reason as Error).message);
  });

  calls.abortAll(new Error("shutting down"));
  await calls.settled(1_000);
  await answered;

  expect(journal).toEqual(["shutting down"]);
});

test("a signal that is looked at late tells what happened before", async () => {
  const calls = new CallsInFlight();
  const parent = new AbortController();
  let proceed: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const reasons = [new AbortController().signal, parent.signal].map((signal) =>
    calls.run(signal, never, async (call) => {
      await held;
      return call.signal.aborted && (call.signal.reason as Error).message;
    }),
  );
  parent.abort(new Error("cancelled"));
  calls.abortAll(new Error("stop"));
  proceed();
  expect(await Promise.all(reasons)).toEqual(["stop", "stop"]);
});

test("follows its parent, also one that is aborted already", async () => {
  const calls = new CallsInFlight();
  const parent = new AbortController();
  const reason = calls.run(
    parent.signal,
    never,
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(signal.reason), { once: true });
      }),
  );
  parent.abort("cancelled");
  expect(await reason).toBe("cancelled");
  expect(await calls.run(parent.signal, never, async ({ signal }) => signal.reason)).toBe(
    "cancelled",
  );
});

test("answers at its deadline", async () => {
  const calls = new CallsInFlight();
  const late = { ms: 1, reason: () => new Error("too late") };
  await expect(calls.run(new AbortController().signal, late, forever)).rejects.toThrow("too late");
});

test("does not wait for ever for a body that never ends", async () => {
  const calls = new CallsInFlight();
  void calls.run(new AbortController().signal, never, forever);
  calls.abortAll(new Error("stop"));
  await calls.settled(1);
});
