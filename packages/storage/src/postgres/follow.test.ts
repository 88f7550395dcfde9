import { cuttingProxy } from "@faculties/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStorage } from "../open-storage.ts";
import { createNotes, notes } from "../testing/contract-tables.ts";
import { temporaryNamespace } from "../testing.ts";

const NEVER_MS = 2_000_000;
const ASK_EVERY_MS = 5_000;

function open(place: { url: string; namespace: string }) {
  const storage = openStorage({ ...place, migrations: [createNotes] });
  onTestFinished(() => storage.close());
  return storage;
}

/** Counts the notes that a follower has seen and its looks; it may listen and read on different routes. */
function following(place: { url: string; namespace: string }, everyMs: number, seen = place) {
  const storage = open(place);
  const reader = seen === place ? storage : open(seen);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const state = { looks: 0, count: 0, storage };
  const look = async () => {
    state.count = await reader.query((tx) => tx.$count(notes)).catch(() => state.count);
    state.looks += 1;
  };
  storage.follow(look, { everyMs, signal: over.signal });
  return state;
}

test("hears of a commit of another process, and not of its own", async () => {
  const place = temporaryNamespace();
  const state = following(place, NEVER_MS);
  // Once at the start, and once when it is known that changes are told.
  await expect.poll(() => state.looks).toBe(2);
  const other = open(place);
  await other.write((tx) => tx.insert(notes).values({ id: "a", body: "a" }));
  await expect.poll(() => state.count).toBe(1);
  const { looks } = state;
  await state.storage.write((tx) => tx.insert(notes).values({ id: "b", body: "b" }));
  await other.write((tx) => tx.insert(notes).values({ id: "c", body: "c" }));
  await expect.poll(() => state.count).toBe(3);
  expect(state.looks).toBe(looks + 1);
});

test("does not hear of a quiet commit, unless it shares one with others", async () => {
  const place = temporaryNamespace();
  const state = following(place, NEVER_MS);
  await expect.poll(() => state.looks).toBe(2);
  const other = open(place);
  const write = (id: string, isQuiet: boolean) =>
    other.write((tx) => tx.insert(notes).values({ id, body: id }), { locks: [id], isQuiet });
  await write("a", true);
  await write("b", true);
  await write("c", false);
  await expect.poll(() => state.count).toBe(3);
  expect(state.looks).toBe(3);
  await Promise.all([write("d", true), write("e", false)]);
  await expect.poll(() => state.count).toBe(5);
});

test.each(["lost", "swallowed by the network"])(
  "hears again after its connection was %s",
  async (what) => {
    const place = temporaryNamespace();
    const proxied = new URL(place.url);
    const proxy = await cuttingProxy(Number(proxied.port));
    proxied.port = String(proxy.port);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const state = following({ ...place, url: proxied.href }, NEVER_MS, place);
    await expect.poll(() => state.looks).toBe(2);
    if (what === "lost") proxy.cut();
    else proxy.swallow();
    await vi.advanceTimersByTimeAsync(ASK_EVERY_MS);
    const other = open(place);
    await other.write((tx) => tx.insert(notes).values({ id: "a", body: "a" }));
    await expect.poll(() => state.count, { timeout: 20_000 }).toBe(1);
    await other.write((tx) => tx.insert(notes).values({ id: "b", body: "b" }));
    await expect.poll(() => state.count).toBe(2);
  },
);
