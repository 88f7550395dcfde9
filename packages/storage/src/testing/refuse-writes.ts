import { join } from "node:path";
import { loadSqlite } from "../sqlite/load-sqlite.ts";

type Home = { readonly env: Readonly<Record<string, string>> };

/** Makes the database of a server that runs refuse every change of a table, as a disk does that is full. */
export async function refuseWrites(home: Home, server: string, table: string): Promise<void> {
  const Database = await loadSqlite();
  const file = join(home.env["XDG_DATA_HOME"] ?? "", "faculties", `${server}.db`);
  const database = new Database(file, { fileMustExist: true });
  for (const change of ["insert", "update"]) {
    database.exec(`create trigger if not exists refuse_${change} before ${change} on ${table}
      begin select raise(abort, 'no'); end`);
  }
  database.close();
}
