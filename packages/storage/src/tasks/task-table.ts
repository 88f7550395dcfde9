import { column, defineTable } from "../define-table.ts";
import type { Migration } from "../storage.ts";

/** Calls that outlive their request, and what they ended with. */
export const callTasks = defineTable("call_tasks", {
  id: column.text().primaryKey(),
  /** The role that may see it, within the data of a tenant. */
  owner: column.text().notNull(),
  /** The connection that started it. */
  client: column.text().notNull(),
  tool: column.text().notNull(),
  status: column.text().notNull(),
  message: column.text(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
  expiresAt: column.integer().notNull(),
  /** The process that runs it, and when that process last said so. */
  runner: column.text().notNull(),
  aliveAt: column.integer().notNull(),
  /** Whether somebody, perhaps in another process, asked to cancel it. */
  isCancelWanted: column.boolean().notNull(),
  /** Whether it counts as failed only because its process was not heard of. */
  isOrphan: column.boolean().notNull(),
  /** JSON: the tool's result, the protocol's error, what was finished, the questions to the client and its answers. */
  result: column.text(),
  error: column.text(),
  partial: column.text(),
  questions: column.text(),
  answers: column.text(),
});

export type TaskRow = typeof callTasks.$inferSelect;

/** Each server with long calls appends this to its migrations. */
export const taskMigration: Migration = {
  name: "call-tasks",
  statements: [
    `create table call_tasks (id text not null primary key, owner text not null,
      client text not null, tool text not null, status text not null, message text,
      created_at bigint not null, updated_at bigint not null, expires_at bigint not null,
      runner text not null, alive_at bigint not null, is_cancel_wanted bigint not null,
      is_orphan bigint not null, result text, error text, partial text, questions text, answers text)`,
    "create index call_tasks_by_creation on call_tasks (owner, created_at, id)",
    "create index call_tasks_by_expiry on call_tasks (expires_at)",
    "create index call_tasks_by_runner on call_tasks (runner, status)",
  ],
};
