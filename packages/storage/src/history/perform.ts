import { asc, eq } from "drizzle-orm";
import type { Transaction, Storage } from "../storage.ts";
import { elements, lists, registers } from "./history-tables.ts";
import type { FinalState, Step, Wish } from "./operation.ts";

/** Does the steps as one transaction; `named` tells the storage what it contends for. */
export function perform(
  storage: Storage,
  wishes: readonly Wish[],
  named: boolean,
): Promise<Step[]> {
  const body = async (tx: Transaction) => {
    const steps: Step[] = [];
    for (const wish of wishes) steps.push(await take(tx, wish));
    return steps;
  };
  const isRead = wishes.every((wish) => wish.do === "read" || wish.do === "get");
  if (isRead) return storage.read(body);
  const locks = wishes.map((wish) => ("list" in wish ? wish.list : wish.register));
  return storage.write(body, named ? { locks } : {});
}

async function take(tx: Transaction, wish: Wish): Promise<Step> {
  if (wish.do === "append") {
    const length = (await lengthOf(tx, wish.list)) + 1;
    await tx
      .insert(lists)
      .values({ list: wish.list, length })
      .onConflictDoUpdate({ target: lists.list, set: { length } });
    await tx.insert(elements).values({ list: wish.list, position: length, value: wish.value });
    return wish;
  }
  if (wish.do === "read") {
    const length = await lengthOf(tx, wish.list);
    return { ...wish, length, values: await valuesOf(tx, wish.list) };
  }
  const [found] = await tx.select().from(registers).where(eq(registers.register, wish.register));
  const version = found?.version ?? 0;
  if (wish.do === "get") return { ...wish, version, value: found?.value ?? null };
  const next = { version: version + 1, value: wish.value };
  await tx
    .insert(registers)
    .values({ register: wish.register, ...next })
    .onConflictDoUpdate({ target: registers.register, set: next });
  return { ...wish, version: next.version };
}

async function lengthOf(tx: Transaction, list: string): Promise<number> {
  const [found] = await tx.select().from(lists).where(eq(lists.list, list));
  return found?.length ?? 0;
}

async function valuesOf(tx: Transaction, list: string): Promise<string[]> {
  const rows = await tx
    .select({ value: elements.value })
    .from(elements)
    .where(eq(elements.list, list))
    .orderBy(asc(elements.position));
  return rows.map(({ value }) => value);
}

export async function finalState(storage: Storage): Promise<FinalState> {
  return storage.read(async (tx) => {
    const found = new Map<string, string[]>();
    for (const { list, value } of await tx.select().from(elements).orderBy(asc(elements.position)))
      found.set(list, [...(found.get(list) ?? []), value]);
    const rows = await tx.select().from(registers);
    return { lists: found, registers: new Map(rows.map((row) => [row.register, row])) };
  });
}
