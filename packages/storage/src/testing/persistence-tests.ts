import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { nextSequence } from "../transaction.ts";
import { createNotes, createReplies, notes } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

const history = sql`select position, name, applied_at from schema_migrations order by position`;

export function persistenceTests(makePlace: () => StoragePlace): void {
  test("keeps data and sequences over a restart", async () => {
    const place = makePlace();
    const first = place.open({ migrations: [createNotes] });
    await first.write(async (tx) => {
      await nextSequence(tx, "events", 7);
      await tx.insert(notes).values({ id: "a", body: "kept" });
    });
    await first.close();
    const second = place.open({ migrations: [createNotes] });
    expect(await second.query((tx) => tx.$count(notes))).toBe(1);
    expect(await second.write((tx) => nextSequence(tx, "events"))).toBe(8);
  });

  test("serves two storages on one database", async () => {
    const place = makePlace();
    const storages = [0, 1].map(() => place.open({ migrations: [createNotes] }));
    const numbers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        storages[index % 2]!.write((tx) => nextSequence(tx, "events")),
      ),
    );
    expect(numbers.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  test("brings an older database up to date and keeps its data", async () => {
    const place = makePlace();
    const before = place.open({ migrations: [createNotes], now: () => 1 });
    await before.write((tx) => tx.insert(notes).values({ id: "a", body: "kept" }));
    await before.close();
    const after = place.open({ migrations: [createNotes, createReplies], now: () => 2 });
    expect(await after.query((tx) => tx.$count(notes))).toBe(1);
    expect(await after.query((tx) => tx.all(history))).toEqual([
      { position: 1, name: "create_notes", applied_at: 1 },
      { position: 2, name: "create_replies", applied_at: 2 },
    ]);
  });

  test("refuses a database of a newer version or of another server, and leaves it as it is", async () => {
    const place = makePlace();
    const newer = place.open({ migrations: [createNotes, createReplies] });
    await newer.write((tx) => tx.insert(notes).values({ id: "a", body: "kept" }));
    await newer.close();
    const older = place.open({ migrations: [createNotes] });
    await expect(older.query((tx) => tx.$count(notes))).rejects.toMatchObject({
      code: "E-STORAGE-SCHEMA",
      message: expect.stringMatching(/newer version .*Upgrade this server/),
    });
    const other = place.open({ migrations: [createReplies, createNotes] });
    await expect(other.query((tx) => tx.$count(notes))).rejects.toMatchObject({
      code: "E-STORAGE-SCHEMA",
      message: expect.stringContaining(`"create_notes" where this version has "create_replies"`),
    });
    const same = place.open({ migrations: [createNotes, createReplies] });
    expect(await same.query((tx) => tx.$count(notes))).toBe(1);
  });
}
