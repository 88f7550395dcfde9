import type {
  BlackboardEntrySnapshot,
  BlackboardEvent,
} from "@faculties/schemas/orchestrator-resources/blackboard-entry";
import { column, defineTable } from "@faculties/storage";

export const blackboard = defineTable("blackboard", {
  key: column.text().primaryKey(),
  namespace: column.text().notNull(),
  value: column.json<unknown>(),
  tags: column.json<string[]>().notNull(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
  expiresAt: column.integer(),
  version: column.integer().notNull(),
});

export const blackboardTags = defineTable("blackboard_tags", {
  tag: column.text().notNull(),
  key: column.text().notNull(),
});

export const blackboardEvents = defineTable("blackboard_events", {
  seq: column.integer().primaryKey(),
  ts: column.integer().notNull(),
  kind: column.text().$type<BlackboardEvent["kind"]>().notNull(),
  namespace: column.text().notNull(),
  key: column.text().notNull(),
  version: column.integer().notNull(),
  entry: column.json<BlackboardEntrySnapshot>(),
});
