import { and, eq, inArray, or, type Transaction, sql } from "@faculties/storage";
import type { Link } from "../domain/decision.ts";
import { links } from "./tables.ts";

export async function insertLinks(tx: Transaction, added: readonly Link[]): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(links)
    .values([...added])
    .onConflictDoUpdate({ target: [links.newId, links.oldId], set: { kind: sql`excluded.kind` } });
}

/** The links from and to these decisions. */
export async function linksOf(tx: Transaction, ids: readonly string[]): Promise<Link[]> {
  if (ids.length === 0) return [];
  const named = [...ids];
  return tx
    .select()
    .from(links)
    .where(or(inArray(links.newId, named), inArray(links.oldId, named)));
}

export async function allLinks(tx: Transaction): Promise<Link[]> {
  return tx.select().from(links);
}

export async function deleteLink(tx: Transaction, { newId, oldId }: Link): Promise<void> {
  await tx.delete(links).where(and(eq(links.newId, newId), eq(links.oldId, oldId)));
}
