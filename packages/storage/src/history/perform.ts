import { asc, eq } from "drizzle-orm";
import type { Queries, Storage } from "../storage.ts";
import { elements, lists, registers } from "./history-tables.ts";
import type { FinalState, Step, Wish } from "./operation.ts";

/** Does the steps as one transaction; `named` tells the storage what it contends for. */
export function perform(
  storage: Storage,
  wishes: readonly Wish[],
  named: boolean,
): Promise<Step[]> {
  const body = async (db: Queries) => {
    const steps: Step[] = [];
    for (const wish of wishes) steps.push(await take(db, wish));
    return steps;
  };
  const isRead = wishes.every((wish) => wish.do === "read" || wish.do === "get");
  if (isRead) return storage.read(body);
  const on = wishes.map((wish) => ("list" in wish ? wish.list : wish.register));
  return storage.write(body, named ? { on } : {});
}

async function take(db: Queries, wish: Wish): Promise<Step> {
  if (wish.do === "append") {
    const length = (await lengthOf(db, wish.list)) + 1;
    await db
      .insert(lists)
      .values({ list: wish.list, length })
      .onConflictDoUpdate({ target: lists.list, set: { length } });
    await db.insert(elements).values({ list: wish.list, position: length, value: wish.value });
    return wish;
  }
  if (wish.do === "read") {
    const length = await lengthOf(db, wish.list);
    return { ...wish, length, values: await valuesOf(db, wish.list) };
  }
  const [found] = await db.select().from(registers).where(eq(registers.register, wish.register));
  const version = found?.version ?? 0;
  if (wish.do === "get") return { ...wish, version, value: found?.value ?? null };
  const next = { version: version + 1, value: wish.value };
  await db
    .insert(registers)
    .values({ register: wish.register, ...next })
    .onConflictDoUpdate({ target: registers.register, set: next });
  return { ...wish, version: next.version };
}

async function lengthOf(db: Queries, list: string): Promise<number> {
  const [found] = await db.select().from(lists).where(eq(lists.list, list));
  return found?.length ?? 0;
}

async function valuesOf(db: Queries, list: string): Promise<string[]> {
  const rows = await db
    .select({ value: elements.value })
    .from(elements)
    .where(eq(elements.list, list))
    .orderBy(asc(elements.position));
  return rows.map(({ value }) => value);
}

export async function finalState(storage: Storage): Promise<FinalState> {
  return storage.read(async (db) => {
    const found = new Map<string, string[]>();
    for (const { list, value } of await db.select().from(elements).orderBy(asc(elements.position)))
      found.set(list, [...(found.get(list) ?? []), value]);
    const rows = await db.select().from(registers);
    return { lists: found, registers: new Map(rows.map((row) => [row.register, row])) };
  });
}
