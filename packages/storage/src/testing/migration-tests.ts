import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Migration } from "../storage.ts";
import { createNotes, createReplies } from "./contract-tables.ts";
import type { StoragePlace } from "./storage-place.ts";

const history = sql`select position, name, applied_at from schema_migrations order by position`;

export function migrationTests(makePlace: () => StoragePlace): void {
  it("applies migrations once, in order, and remembers when", async () => {
    const storage = makePlace().open({ migrations: [createNotes, createReplies], now: () => 42 });
    expect(await storage.query((db) => db.all(history))).toEqual([
      { position: 1, name: "create_notes", applied_at: 42 },
      { position: 2, name: "create_replies", applied_at: 42 },
    ]);
  });

  it("applies all of a start or nothing, and tries again on the next call", async () => {
    const place = makePlace();
    const broken: Migration = {
      name: "broken",
      statements: ["create table good (id text)", "oops"],
    };
    const migrations = [createNotes, broken];
    const storage = place.open({ migrations });
    const attempt = () => storage.query((db) => db.all(history));
    await expect(attempt()).rejects.toMatchObject({ code: "E-STORAGE-QUERY" });
    await expect(attempt()).rejects.toMatchObject({ code: "E-STORAGE-QUERY" });
    migrations[1] = createReplies;
    expect(await attempt()).toHaveLength(2);
  });
}
