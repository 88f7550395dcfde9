import type { LiveModel } from "@faculties/providers";
import type { Transaction } from "@faculties/storage";
import { modelLists } from "./tables.ts";

export type ModelList = { provider: string; models: readonly LiveModel[]; fetchedAt: number };

export async function storedModelLists(tx: Transaction): Promise<ModelList[]> {
  return tx.select().from(modelLists);
}

export async function putModelList(
  tx: Transaction,
  { provider, models, fetchedAt }: ModelList,
): Promise<void> {
  const row = { models: [...models], fetchedAt };
  await tx
    .insert(modelLists)
    .values({ provider, ...row })
    .onConflictDoUpdate({ target: modelLists.provider, set: row });
}
