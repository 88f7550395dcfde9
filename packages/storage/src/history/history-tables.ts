import { column, defineTable } from "../define-table.ts";
import type { Migration } from "../storage.ts";

/** How many elements a list has, apart from them: a list of which only a part was written gives itself away. */
export const lists = defineTable("history_lists", {
  list: column.text().primaryKey(),
  length: column.integer().notNull(),
});

export const elements = defineTable("history_elements", {
  list: column.text().notNull(),
  position: column.integer().notNull(),
  value: column.text().notNull(),
});

export const registers = defineTable("history_registers", {
  register: column.text().primaryKey(),
  version: column.integer().notNull(),
  value: column.text().notNull(),
});

/** Nothing here keeps a value from being written twice: that is what is tested. */
export const createHistory: Migration = {
  name: "create_history",
  statements: [
    "create table history_lists (list text not null primary key, length bigint not null)",
    "create table history_elements (list text not null, position bigint not null, value text not null)",
    "create index history_elements_in_order on history_elements (list, position)",
    "create table history_registers (register text not null primary key, version bigint not null, value text not null)",
  ],
};
