import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appendAtCommit, sequenceValue, nextSequence, advanceSequence } from "../transaction.ts";
import { createNotes, notes } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

export function sequenceTests(makePlace: () => StoragePlace): void {
  const open = () => makePlace().open({ migrations: [createNotes] });

  test("takes steps in order for bodies that name what they contend for, each body's own or none", async () => {
    const storage = open();
    const append = (id: string, body = id) =>
      storage.write(
        async (tx) => {
          await advanceSequence(tx, "notes");
          await appendAtCommit(tx, (turn) =>
            turn.run(sql`insert into ${notes} (id, body, created_at, pinned)
              values (${id}, ${body}, ${sequenceValue("notes")}, 0)`),
          );
          if (id === "d") throw new Error("no");
          return id;
        },
        { locks: [id] },
      );
    const outcomes = await Promise.allSettled([
      append("a"),
      append("b", "forbidden"),
      append("c"),
      append("d"),
      append("e"),
    ]);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "E-STORAGE-CONSTRAINT" } });
    const rows = await storage.query((tx) =>
      tx.values(sql`select id, created_at from ${notes} order by created_at`),
    );
    expect(rows).toEqual([
      ["a", 1],
      ["c", 2],
      ["e", 3],
    ]);
  });

  test("sends the steps of a batch in order, whether the query builder or plain SQL writes them", async () => {
    const storage = open();
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    const append = (id: string, byBuilder: boolean) =>
      storage.write(
        async (tx) => {
          await advanceSequence(tx, "notes");
          const createdAt = sequenceValue("notes");
          await appendAtCommit(tx, (turn) =>
            byBuilder
              ? turn.insert(notes).values({ id, body: id, createdAt })
              : turn.run(sql`insert into ${notes} (id, body, created_at, pinned)
                  values (${id}, ${id}, ${createdAt}, 0)`),
          );
        },
        { locks: [id] },
      );
    await Promise.all(names.map((id, index) => append(id, index % 2 === 0)));
    const rows = await storage.query((tx) =>
      tx.select({ id: notes.id }).from(notes).orderBy(notes.createdAt),
    );
    expect(rows.map(({ id }) => id)).toEqual(names);
  });

  test("never runs two bodies at once that name the same", async () => {
    const storage = open();
    const raise = (locks: string[]) =>
      storage.write(
        async (tx) => {
          const [row] = await tx.select().from(notes).where(eq(notes.id, "sum"));
          const weight = (row?.weight ?? 0) + 1;
          await appendAtCommit(tx, (turn) =>
            turn
              .insert(notes)
              .values({ id: "sum", body: "sum", weight })
              .onConflictDoUpdate({ target: notes.id, set: { weight } }),
          );
          return weight;
        },
        { locks },
      );
    const sums = await Promise.all([raise(["x"]), raise(["y", "x"]), raise(["x"])]);
    expect(sums.toSorted()).toEqual([1, 2, 3]);
  });

  test("numbers without gap or repetition in the order of the commits, whatever is undone", async () => {
    const storage = open();
    const take = fc.record({ count: fc.integer({ min: 1, max: 5 }), throws: fc.boolean() });
    let last = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(take, { maxLength: 20 }), async (takes) => {
        const outcomes = await Promise.allSettled(
          takes.map(({ count, throws }) =>
            storage.write(async (tx) => {
              const first = await nextSequence(tx, "events", count);
              if (throws) throw new Error("undo");
              return first;
            }),
          ),
        );
        for (const [place, { count, throws }] of takes.entries()) {
          if (throws) continue;
          expect(outcomes[place]).toEqual({ status: "fulfilled", value: last + 1 });
          last += count;
        }
      }),
      { numRuns: 25 },
    );
    expect(await storage.write((tx) => nextSequence(tx, "other"))).toBe(1);
  });
}
