import { join } from "node:path";
import { runProgram, temporaryHome } from "@faculties/testkit";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { chooseDatabase } from "../open-database.ts";
import { loadSqlite } from "../sqlite/load-sqlite.ts";
import { openStorage } from "../open-storage.ts";
import type { Migration } from "../storage.ts";
import { fillEveryTable } from "./fill-every-table.ts";

/** The arguments and variables that name a database to a command; a password in its arguments is refused. */
export function withoutPassword(url: string): { args: string[]; env: Record<string, string> } {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = "";
  return { args: [target.href], env: { PGPASSWORD: password } };
}

type Program = { entry: string; server: string; migrations: readonly Migration[] };

/** Checks that a built server moves every table of its file to PostgreSQL. */
export function migrateToContract({ entry, server, migrations }: Program): void {
  test("moves every table of its file to PostgreSQL, once", async () => {
    const home = await temporaryHome();
    const url = home.env["DATABASE_URL"] ?? "";
    const file = join(home.directory, "moved.db");
    const tables = await fillEveryTable(file, migrations, 3);
    const { args, env } = withoutPassword(url);
    const move = () =>
      runProgram({
        entry,
        home,
        args: ["migrate-to", ...args],
        env: { DATABASE_PATH: file, DATABASE_URL: undefined, ...env },
        timeoutMs: 30_000,
      });
    const inTheOpen = await runProgram({
      entry,
      home,
      args: ["migrate-to", url.replace(/\/\/[^@]*@/, "//user:p4ssw0rd@")],
      env: { DATABASE_PATH: file, DATABASE_URL: undefined },
    });
    expect(inTheOpen).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/holds a password.*PGPASSWORD.*--password-file.*when asked/),
    });
    expect(inTheOpen.stderr).not.toContain("p4ssw0rd");

    const { code, stdout, stderr } = await move();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Copied ${tables.length * 3} rows from ${file} and compared them. Set DATABASE_URL to use them.\n`,
    });
    for (const table of tables) expect(stderr).toContain(`${table}: 3 rows compared\n`);

    const surroundings = { platform: process.platform, env: {}, home: home.directory };
    const place = chooseDatabase(server, { file: undefined, url }, surroundings);
    const target = openStorage({ ...place, migrations });
    onTestFinished(() => target.close());
    const Database = await loadSqlite();
    const source = new Database(file, { readonly: true });
    onTestFinished(() => void source.close());
    for (const table of tables) {
      const moved = await target.query((tx) =>
        tx.all(sql`select * from ${sql.identifier(table)} order by 1, 2`),
      );
      expect(moved).toEqual(source.prepare(`select * from "${table}" order by 1, 2`).all());
    }
    expect(await move()).toMatchObject({ code: 1, stdout: "" });
  });
}
