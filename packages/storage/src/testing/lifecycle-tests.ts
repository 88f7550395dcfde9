import { expect, test } from "vitest";
import { nextSequence } from "../transaction.ts";
import { createNotes, notes } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

export function lifecycleTests(makePlace: () => StoragePlace): void {
  test("finishes what was begun before it closes, then refuses", async () => {
    const storage = makePlace().open({ migrations: [createNotes] });
    const ids = Array.from({ length: 40 }, (_, place) => `note-${place}`);
    const writes = ids.map((id) =>
      storage.write(async (tx) => {
        await tx.insert(notes).values({ id, body: id });
        return id;
      }),
    );
    const reading = storage.read((tx) => tx.$count(notes));
    await Promise.all([storage.close(), storage.close()]);
    expect(await Promise.all(writes)).toEqual(ids);
    expect(await reading).toBeTypeOf("number");
    await expect(storage.query((tx) => tx.$count(notes))).rejects.toMatchObject({
      code: "E-STORAGE-CLOSED",
    });
    await expect(storage.write((tx) => nextSequence(tx, "x"))).rejects.toMatchObject({
      code: "E-STORAGE-CLOSED",
    });
  });

  test("finds a sound database sound, and says where it is", async () => {
    const storage = makePlace().open({ migrations: [createNotes] });
    expect(await storage.integrityProblems()).toEqual([]);
    expect(storage.describe()).toMatch(/\S/);
  });
}
