import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Migration } from "../storage.ts";
import { createNotes, createReplies } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

const history = sql`select position, name, applied_at from schema_migrations order by position`;

export function migrationTests(makePlace: () => StoragePlace): void {
  test("applies migrations once, in order, and remembers when", async () => {
    const storage = makePlace().open({ migrations: [createNotes, createReplies], now: () => 42 });
    expect(await storage.query((tx) => tx.all(history))).toEqual([
      { position: 1, name: "create_notes", applied_at: 42 },
      { position: 2, name: "create_replies", applied_at: 42 },
    ]);
  });

  test("applies all of a start or nothing, and tries again on the next call", async () => {
    const place = makePlace();
    const broken: Migration = {
      name: "broken",
      statements: ["create table good (id text)", "oops"],
    };
    const migrations = [createNotes, broken];
    const storage = place.open({ migrations });
    const attempt = () => storage.query((tx) => tx.all(history));
    await expect(attempt()).rejects.toMatchObject({ code: "E-STORAGE-QUERY" });
    await expect(attempt()).rejects.toMatchObject({ code: "E-STORAGE-QUERY" });
    migrations[1] = createReplies;
    expect(await attempt()).toHaveLength(2);
  });
}
