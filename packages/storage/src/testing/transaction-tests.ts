import { setImmediate as nextTurn } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Transaction, Storage } from "../storage.ts";
import { createNotes, notes } from "./contract-tables.ts";
import { gate } from "./gate.ts";
import type { StoragePlace } from "./storage-place.ts";

const add = (id: string) => async (tx: Transaction) => {
  await tx.insert(notes).values({ id, body: id });
  return id;
};

const ids = async (storage: Storage) => {
  const rows = await storage.query((tx) =>
    tx.select({ id: notes.id }).from(notes).orderBy(asc(notes.id)),
  );
  return rows.map(({ id }) => id);
};

export function transactionTests(makePlace: () => StoragePlace): void {
  const open = (options: { bodyLimitMs?: number; readers?: number } = {}) =>
    makePlace().open({ migrations: [createNotes], ...options });

  test("undoes only the body that throws, and passes on its very error", async () => {
    const storage = open();
    const reason = new Error("changed my mind");
    const outcomes = await Promise.allSettled([
      storage.write(add("a")),
      storage.write(async (tx) => {
        await add("b")(tx);
        throw reason;
      }),
      storage.write(add("c")),
    ]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: "a" },
      { status: "rejected", reason },
      { status: "fulfilled", value: "c" },
    ]);
    expect(await ids(storage)).toEqual(["a", "c"]);
  });

  test("goes on in a body that handles a failed statement", async () => {
    const storage = open();
    await storage.write(async (tx) => {
      await add("a")(tx);
      await add("a")(tx).catch(() => undefined);
      await add("b")(tx);
    });
    expect(await ids(storage)).toEqual(["a", "b"]);
  });

  test("shows nobody what is not committed", async () => {
    const storage = open();
    const [entered, release] = [gate(), gate()];
    const writing = storage.write(async (tx) => {
      await add("a")(tx);
      entered.open();
      await release.opened;
      throw new Error("undo");
    });
    await entered.opened;
    const seen = ids(storage);
    await nextTurn();
    release.open();
    await expect(writing).rejects.toThrow("undo");
    expect(await seen).toEqual([]);
  });

  test("reads one snapshot while others write", async () => {
    const storage = open();
    await storage.write(add("a"));
    const [entered, release] = [gate(), gate()];
    const reading = storage.read(async (tx) => {
      const before = await tx.$count(notes);
      entered.open();
      await release.opened;
      return [before, await tx.$count(notes)];
    });
    await entered.opened;
    const writing = storage.write(add("b"));
    await Promise.race([writing, nextTurn()]);
    release.open();
    expect(await reading).toEqual([1, 1]);
    await writing;
    expect(await ids(storage)).toEqual(["a", "b"]);
  });

  test("refuses to be called again from inside a body, and only there", async () => {
    const storage = open();
    const misuse = { code: "E-STORAGE-MISUSE" };
    await storage.write(async (tx) => {
      await expect(storage.write(add("x"))).rejects.toMatchObject(misuse);
      await expect(ids(storage)).rejects.toMatchObject(misuse);
      await add("a")(tx);
    });
    await storage.read(async () => {
      await expect(storage.write(add("x"))).rejects.toMatchObject(misuse);
      await expect(storage.read((tx) => tx.$count(notes))).rejects.toMatchObject(misuse);
    });
    let afterwards: Promise<string> | undefined;
    const [ended, started] = [gate(), gate()];
    await storage.write(async () => {
      void ended.opened.then(() => {
        afterwards = storage.write(add("b"));
        started.open();
      });
    });
    ended.open();
    await started.opened;
    expect(await afterwards).toBe("b");
    expect(await ids(storage)).toEqual(["a", "b"]);
  });

  test("undoes a body that takes too long, and keeps its later statements out of the work of others", async () => {
    const storage = open({ bodyLimitMs: 50 });
    const wait = gate();
    let late: Promise<unknown> | undefined;
    const [stuck, next] = await Promise.allSettled([
      storage.write(async (tx) => {
        await add("stuck")(tx);
        late = wait.opened.then(() => add("late")(tx));
        await late;
      }),
      storage.write(add("next")),
    ]);
    expect(stuck).toMatchObject({ status: "rejected", reason: { code: "E-STORAGE-TIMEOUT" } });
    expect(next).toEqual({ status: "fulfilled", value: "next" });
    const during = storage.write(async (tx) => {
      await add("during")(tx);
      wait.open();
      await expect(late).rejects.toMatchObject({ code: "E-STORAGE-MISUSE" });
    });
    await during;
    expect(await ids(storage)).toEqual(["during", "next"]);
    await expect(storage.read(() => new Promise(() => undefined))).rejects.toMatchObject({
      code: "E-STORAGE-TIMEOUT",
    });
    expect(await storage.read((tx) => tx.$count(notes))).toBe(2);
  });

  test("refuses to write in a read, and to let a body end its transaction", async () => {
    const storage = open();
    const misuse = { code: "E-STORAGE-MISUSE" };
    await expect(storage.query(add("x"))).rejects.toMatchObject(misuse);
    await expect(storage.read(add("x"))).rejects.toMatchObject(misuse);
    for (const statement of ["commit", " ROLLBACK", "begin", "savepoint s", "END"]) {
      const ending = storage.write(async (tx) => {
        await add("x")(tx);
        await tx.run(statement);
      });
      await expect(ending).rejects.toMatchObject(misuse);
    }
    expect(await ids(storage)).toEqual([]);
  });

  test("equals bodies run one by one in the order of the calls, however they interleave", async () => {
    const storage = open();
    const step = fc.record({
      key: fc.constantFrom("a", "b", "c"),
      turns: fc.nat(2),
      throws: fc.boolean(),
    });
    const rounds = fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (batches) => {
        await storage.write((tx) => tx.delete(notes));
        const model = new Map<string, number>();
        for (const batch of batches) {
          const outcomes = await Promise.allSettled(
            batch.map(({ key, turns, throws }) =>
              storage.write(async (tx) => {
                const value = await increment(tx, key);
                for (let turn = 0; turn < turns; turn += 1) await nextTurn();
                if (throws) throw new Error(key);
                return value;
              }),
            ),
          );
          const expected = batch.map(({ key, throws }) => {
            if (throws) return { status: "rejected", reason: new Error(key) };
            const value = (model.get(key) ?? 0) + 1;
            model.set(key, value);
            return { status: "fulfilled", value };
          });
          expect(outcomes).toEqual(expected);
        }
        const rows = await storage.query((tx) => tx.select().from(notes));
        expect(new Map(rows.map(({ id, createdAt }) => [id, createdAt]))).toEqual(model);
      }),
      { numRuns: 25 },
    );
  });
}

async function increment(tx: Transaction, key: string): Promise<number> {
  const [found] = await tx.select().from(notes).where(eq(notes.id, key));
  const createdAt = (found?.createdAt ?? 0) + 1;
  await tx
    .insert(notes)
    .values({ id: key, body: "", createdAt })
    .onConflictDoUpdate({ target: notes.id, set: { createdAt } });
  return createdAt;
}
