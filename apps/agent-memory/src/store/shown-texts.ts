import { type Transaction, sql } from "@faculties/storage";
import type { Origin } from "../domain/decision.ts";

export type ShownText = {
  id: string;
  title: string;
  target: string;
  rationale: string;
  origin: Origin;
};

/** More than a line of preview takes. */
const ENOUGH = 4_000;

/** What a search shows of decisions and proposals, by id. Plain SQL, because every search asks. */
export async function shownTexts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ShownText>> {
  const columns = sql`id, title, target, substr(rationale, 1, ${ENOUGH}) as rationale, origin`;
  const proposed = ids.filter((id) => id.startsWith("prop_"));
  const read = async (table: "decisions" | "proposals", some: readonly string[]) =>
    some.length === 0
      ? []
      : tx.all<ShownText>(
          sql`select ${columns} from ${sql.identifier(table)} where id in ${[...some]}`,
        );
  const found = [...(await read("decisions", ids)), ...(await read("proposals", proposed))];
  return new Map(found.map((one) => [one.id, one]));
}
