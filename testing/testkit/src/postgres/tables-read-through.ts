import { waitUntil } from "../wait-until.ts";
import { administrate } from "./administrate.ts";

const SESSIONS = `select 1 from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

const READ = `select t.relname as name, max(t.seq_tup_read) + coalesce(sum(i.idx_tup_read), 0) as read
  from pg_stat_user_tables t left join pg_stat_user_indexes i on i.relid = t.relid
  group by t.relid, t.relname order by t.relname`;

/** The tables of which as many rows were read as were filled in, by connections that have left the database since. */
export async function tablesReadThrough(url: string, rows: number): Promise<string[]> {
  // A connection reports its reads when it leaves.
  await waitUntil(async () => (await administrate(url, SESSIONS)).length === 0);
  const tables = await administrate(url, READ);
  return tables.filter(({ read }) => Number(read) >= rows).map(({ name }) => String(name));
}
