import { CodedError } from "@faculties/schemas";
import type { ValuesSetInput, ValuesSetOutput } from "@faculties/schemas/orchestrator-resources";
import { column, defineTable, desc, nextSequence, type Queries } from "@faculties/storage";
import type { ValueSet } from "../domain/score-plan.ts";
import type { Unit } from "./ledger.ts";

const valueSets = defineTable("value_sets", {
  version: column.integer().primaryKey(),
  threshold: column.real().notNull(),
  entries: column.json<ValuesSetInput["values"]>().notNull(),
  createdAt: column.integer().notNull(),
});

export async function saveValues(
  { db, now }: Unit,
  { values, threshold }: ValuesSetInput,
): Promise<ValuesSetOutput> {
  const version = await nextSequence(db, "values");
  await db.insert(valueSets).values({ version, threshold, entries: values, createdAt: now });
  return { values: values.length, threshold, version };
}

export async function currentValues(db: Queries): Promise<ValueSet> {
  const [current] = await db.select().from(valueSets).orderBy(desc(valueSets.version)).limit(1);
  if (current) return { values: current.entries, threshold: current.threshold };
  throw new CodedError("E-VALUES-UNKNOWN", "No values are set. Set them with values_set first.");
}
