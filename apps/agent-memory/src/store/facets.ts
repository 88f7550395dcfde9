import { sql, type Transaction } from "@faculties/storage";
import { GLOBAL } from "../domain/project.ts";

const SEPARATOR = "@";

/** The status of a record and its project, by which searches filter. */
export function facetOf({ status, project }: { status: string; project: string }): string {
  return project === GLOBAL ? status : `${status}${SEPARATOR}${project}`;
}

/** The same in SQL, of a row of decisions. */
export const FACET_OF_ROW = sql`d.status || case when d.project = '' then '' else '@' || d.project end`;

/** Every project that has records, with the one that stands for none. */
export async function allProjects(tx: Transaction): Promise<string[]> {
  const rows = await tx.all<{ project: string }>(sql`
    select distinct project from decisions where project <> ''
    union select distinct project from proposals where project <> ''`);
  return [GLOBAL, ...rows.map(({ project }) => project).toSorted()];
}
