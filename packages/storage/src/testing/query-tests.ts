import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isUniqueViolation } from "../storage-error.ts";
import { createNotes, createReplies, notes, replies } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

export function queryTests(makePlace: () => StoragePlace): void {
  const open = () => makePlace().open({ migrations: [createNotes, createReplies] });

  test("gives back every kind of value as it was stored", async () => {
    const storage = open();
    const full = {
      id: "a",
      body: "quote ' \" back\\slash \n emoji 🧭 文字 עברית, nothing \u0000 and no character \ufffe0",
      createdAt: Number.MAX_SAFE_INTEGER,
      weight: -0.1,
      picture: Buffer.from([0, 255, 1, 254]),
      pinned: true,
      tags: ["x", "ü"],
    };
    const bare = { id: "b", body: "" };
    await storage.write(async (tx) => {
      await tx.insert(notes).values([full, bare]);
    });
    expect(await storage.query((tx) => tx.select().from(notes).orderBy(asc(notes.id)))).toEqual([
      full,
      { ...bare, createdAt: 0, weight: null, picture: null, pinned: false, tags: null },
    ]);
  });

  test("orders and compares texts by their bytes", async () => {
    const storage = open();
    const ordered = ["", " b", "A", "B", "_", "a", "ab", "b", "z", "ä", "文", "🧭"];
    await storage.write((tx) =>
      tx.insert(notes).values(ordered.toReversed().map((id) => ({ id, body: "" }))),
    );
    const all = await storage.query((tx) =>
      tx.select({ id: notes.id }).from(notes).orderBy(asc(notes.id)),
    );
    const after = await storage.query((tx) =>
      tx.select({ id: notes.id }).from(notes).where(gt(notes.id, "_")).orderBy(asc(notes.id)),
    );
    expect(all.map(({ id }) => id)).toEqual(ordered);
    expect(after.map(({ id }) => id)).toEqual(ordered.slice(5));
  });

  test("tells how many rows a statement changed and returns them when asked", async () => {
    const storage = open();
    const seen = await storage.write(async (tx) => {
      const inserted = await tx.insert(notes).values([
        { id: "a", body: "one" },
        { id: "b", body: "two" },
      ]);
      const updated = await tx
        .update(notes)
        .set({ createdAt: 5 })
        .where(eq(notes.id, "a"))
        .returning({ id: notes.id, createdAt: notes.createdAt });
      const missed = await tx.update(notes).set({ createdAt: 9 }).where(eq(notes.id, "z"));
      const deleted = await tx.delete(notes).where(inArray(notes.id, ["a", "b", "z"]));
      return [inserted.changes, updated, missed.changes, deleted.changes];
    });
    expect(seen).toEqual([2, [{ id: "a", createdAt: 5 }], 0, 2]);
  });

  test("inserts or updates, joins, counts and selects parts", async () => {
    const storage = open();
    await storage.write(async (tx) => {
      await tx.insert(notes).values([
        { id: "a", body: "first", tags: [] },
        { id: "b", body: "second" },
      ]);
      await tx
        .insert(notes)
        .values({ id: "a", body: "again", createdAt: 3 })
        .onConflictDoUpdate({
          target: notes.id,
          set: { createdAt: sql`${notes.createdAt} + excluded.created_at` },
        });
      await tx.insert(notes).values({ id: "b", body: "ignored" }).onConflictDoNothing();
      await tx.insert(replies).values({ id: "r", noteId: "a" });
    });
    const joined = await storage.query((tx) =>
      tx
        .select({ note: { id: notes.id, createdAt: notes.createdAt }, reply: replies })
        .from(notes)
        .leftJoin(replies, eq(replies.noteId, notes.id))
        .orderBy(desc(notes.id)),
    );
    expect(joined).toEqual([
      { note: { id: "b", createdAt: 0 }, reply: null },
      { note: { id: "a", createdAt: 3 }, reply: { id: "r", noteId: "a" } },
    ]);
    expect(await storage.query((tx) => tx.$count(notes, isNull(notes.tags)))).toBe(1);
    expect(
      await storage.query((tx) => tx.select().from(notes).where(inArray(notes.id, []))),
    ).toEqual([]);
  });

  test("runs plain SQL, with rows as objects or as lists", async () => {
    const storage = open();
    await storage.write(async (tx) => {
      await tx.run(
        sql`insert into notes (id, body, created_at, pinned) values (${"a"}, 'x', 1, 0)`,
      );
    });
    const statement = sql`select id, created_at from notes where ${and(eq(notes.id, "a"))}`;
    expect(await storage.query((tx) => tx.all(statement))).toEqual([{ id: "a", created_at: 1 }]);
    expect(await storage.query((tx) => tx.get(statement))).toEqual({ id: "a", created_at: 1 });
    expect(await storage.query((tx) => tx.values(statement))).toEqual([["a", 1]]);
  });

  test("tells broken rules of the data apart", async () => {
    const storage = open();
    await storage.write(async (tx) => {
      await tx.insert(notes).values([{ id: "a", body: "text", pinned: true }]);
    });
    const failure = (body: Parameters<typeof storage.write<unknown>>[0]) =>
      storage.write(body).then(
        () => undefined,
        (error: unknown) => error,
      );
    const sameKey = await failure((tx) => tx.insert(notes).values({ id: "a", body: "x" }));
    const samePinned = await failure((tx) =>
      tx.insert(notes).values({ id: "b", body: "text", pinned: true }),
    );
    const orphan = await failure((tx) => tx.insert(replies).values({ id: "r", noteId: "z" }));
    const checked = await failure((tx) => tx.insert(notes).values({ id: "c", body: "forbidden" }));
    const constraint = (kind: string) => ({
      code: "E-STORAGE-CONSTRAINT",
      details: expect.objectContaining({ kind }),
      cause: expect.any(Error),
    });
    expect(sameKey).toMatchObject(constraint("unique"));
    expect(samePinned).toMatchObject(constraint("unique"));
    expect(orphan).toMatchObject(constraint("foreign-key"));
    expect(checked).toMatchObject(constraint("check"));
    expect([sameKey, samePinned, orphan, checked].map(isUniqueViolation)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await storage.query((tx) => tx.$count(notes))).toBe(1);
  });

  test("does not write parameters into the message of a failed statement", async () => {
    const storage = open();
    const failed = storage.query((tx) => tx.all(sql`select ${"s3cret"} from nowhere`));
    await expect(failed).rejects.toMatchObject({ code: "E-STORAGE-QUERY" });
    await expect(failed).rejects.not.toThrow(/s3cret/);
  });
}
