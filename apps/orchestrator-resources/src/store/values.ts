import { CodedError } from "@faculties/errors";
import type {
  ValuesSetInput,
  ValuesSetOutput,
} from "@faculties/schemas/orchestrator-resources/values-set";
import { column, defineTable, desc, nextSequence, type Transaction } from "@faculties/storage";
import type { ValueSet } from "../domain/score-plan.ts";

const valueSets = defineTable("value_sets", {
  version: column.integer().primaryKey(),
  threshold: column.real().notNull(),
  entries: column.json<ValuesSetInput["values"]>().notNull(),
  createdAt: column.integer().notNull(),
});

export async function saveValues(
  tx: Transaction,
  now: number,
  { values, threshold }: ValuesSetInput,
): Promise<ValuesSetOutput> {
  const version = await nextSequence(tx, "values");
  await tx.insert(valueSets).values({ version, threshold, entries: values, createdAt: now });
  return { values: values.length, threshold, version };
}

export async function currentValues(tx: Transaction): Promise<ValueSet> {
  const [current] = await tx.select().from(valueSets).orderBy(desc(valueSets.version)).limit(1);
  if (current) return { values: current.entries, threshold: current.threshold };
  throw new CodedError("E-VALUES-UNKNOWN", "No values are set. Set them with values_set first.");
}
