import { expect, onTestFinished, test, vi } from "vitest";
import { openStorage } from "../open-storage.ts";
import { createNotes, notes } from "../testing/contract-tables.ts";
import { temporaryNamespace } from "../testing.ts";

const HOUR_MS = 3_600_000;

test("tells the time of the database on a host whose clock is wrong, and follows when it is set right", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
  const { url, namespace } = temporaryNamespace();
  const place = new URL(url);
  // A way to the database that no other test has taken.
  place.searchParams.set("application_name", "clock");
  const open = async () => {
    const storage = openStorage({ url: place.href, namespace, migrations: [createNotes] });
    onTestFinished(() => storage.close());
    await storage.query((tx) => tx.$count(notes));
    return storage;
  };
  const storage = await open();
  expect(Date.now() - storage.now()).toBeGreaterThan(HOUR_MS - 60_000);
  await storage.close();
  vi.useRealTimers();
  const later = await open();
  expect(Math.abs(Date.now() - later.now())).toBeLessThan(60_000);
});
