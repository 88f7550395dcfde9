export {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
  sum,
  type SQL,
} from "drizzle-orm";
export { defaultDatabaseFile, hostPlatform } from "./default-database-file.ts";
export { column, defineTable } from "./define-table.ts";
export { makeFolder } from "./make-folder.ts";
export { ownState } from "./own-state.ts";
export { connectionString } from "./postgres/postgres-target.ts";
export { identifier, quote } from "./postgres/statements.ts";
export { type DatabaseChoice, openDatabase } from "./open-database.ts";
export { openStorage, type StorageOptions } from "./open-storage.ts";
export type { Follow } from "./follow.ts";
export { followLog } from "./follow-log.ts";
export {
  appendAtCommit,
  sequenceValue,
  lastSequence,
  nextSequence,
  advanceSequence,
} from "./transaction.ts";
export { inParts, PreparedInsert, PreparedQuery } from "./prepared-statement.ts";
export {
  isOutage,
  isTemporary,
  isTimeout,
  isUniqueViolation,
  storageError,
  type StorageErrorCode,
} from "./storage-error.ts";
export { openTaskStore, type TaskStore } from "./tasks/task-store.ts";
export { taskMigration } from "./tasks/task-table.ts";
export type { LockKeys } from "./write-queue.ts";
export type {
  CopyReport,
  Engine,
  Migration,
  Storage,
  StorageLog,
  TableCopy,
  Transaction,
} from "./storage.ts";
