import { expect, test } from "vitest";
import { CallsInFlight } from "./calls-in-flight.ts";

const never = { ms: 0, reason: () => new Error("late") };

test("answers at once when stopped, while the body still finishes its write", async () => {
  const calls = new CallsInFlight();
  const journal: string[] = [];
  const answered = calls.run(new AbortController().signal, never, async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await Promise.resolve();
    journal.push("written");
  });

  calls.abortAll(new Error("shutting down"));
  await expect(answered).rejects.toThrow("shutting down");
  await calls.settled(1_000);

  expect(journal).toEqual(["written"]);
});

test("stops at its deadline, and with its parent", async () => {
  const calls = new CallsInFlight();
  const forever = () => new Promise<never>(() => undefined);
  const late = { ms: 1, reason: () => new Error("too late") };
  await expect(calls.run(new AbortController().signal, late, forever)).rejects.toThrow("too late");
  const gone = AbortSignal.abort(new Error("cancelled"));
  await expect(calls.run(gone, never, forever)).rejects.toThrow("cancelled");
});

test("does not wait for ever for a body that never ends", async () => {
  const calls = new CallsInFlight();
  const answered = calls.run(
    new AbortController().signal,
    never,
    () => new Promise(() => undefined),
  );
  calls.abortAll(new Error("stop"));
  await expect(answered).rejects.toThrow("stop");
  await calls.settled(1);
});
