import { administrate } from "./administrate.ts";

type Column = { name: string; type: string; isNullable: boolean };
type Table = { schema: string; name: string; columns: Column[] };

export interface Filling {
  readonly rows: number;
  /** SQL for the columns, as `table.column`, whose values matter; `i` is the number of the row. */
  readonly values?: Readonly<Record<string, string>>;
  /** Tables that stay as they are. */
  readonly except?: readonly string[];
}

const TABLES = `select table_schema as schema, table_name as name, json_agg(json_build_object(
    'name', column_name, 'type', data_type, 'isNullable', is_nullable = 'YES')) as columns
  from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
  group by table_schema, table_name`;

const THE_KITS_OWN = ["schema_migrations", "sequences", "write_marks"];

/**
 * Fills every table of a server with rows that nobody asks for, without statistics about them. Resets the read counters
 * afterwards.
 */
export async function fillTables(url: string, filling: Filling): Promise<void> {
  const { rows, values = {}, except = [] } = filling;
  const tables = (await administrate(url, TABLES)) as Table[];
  const statements = tables
    .filter(({ name }) => ![...THE_KITS_OWN, ...except].includes(name))
    .map(({ schema, name, columns }) => {
      const named = columns.map((column) => `"${column.name}"`);
      const filled = columns.map((column) => values[`${name}.${column.name}`] ?? usual(column));
      return `alter table ${schema}.${name} set (autovacuum_enabled = false);
        insert into ${schema}.${name} (${named.join(", ")})
        select ${filled.join(", ")} from generate_series(1, ${rows}) i`;
    });
  await administrate(url, [...statements, "select pg_stat_reset()"].join(";\n"));
}

/** Numbers below all that are given out. */
function usual({ type, isNullable }: Column): string {
  if (isNullable) return "null";
  return type === "text" ? "'filler' || i" : "-i";
}
