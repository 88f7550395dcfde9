import { column, defineTable } from "../define-table.ts";
import type { Migration } from "../storage.ts";

export const notes = defineTable("notes", {
  id: column.text().primaryKey(),
  body: column.text().notNull(),
  createdAt: column
    .integer()
    .notNull()
    .$default(() => 0),
  weight: column.real(),
  picture: column.blob(),
  pinned: column
    .boolean()
    .notNull()
    .$default(() => false),
  tags: column.json<string[]>(),
});

export const replies = defineTable("replies", {
  id: column.text().primaryKey(),
  noteId: column.text().notNull(),
});

export const createNotes: Migration = {
  name: "create_notes",
  statements: (engine) => [
    `create table notes (id text not null primary key, body text not null check (body <> 'forbidden'),
      created_at bigint not null, weight double precision, picture ${engine === "sqlite" ? "blob" : "bytea"},
      pinned bigint not null, tags text)`,
    "create unique index notes_pinned_body on notes (body) where pinned = 1",
  ],
};

export const createReplies: Migration = {
  name: "create_replies",
  statements: [
    "create table replies (id text not null primary key, note_id text not null references notes (id))",
  ],
};
