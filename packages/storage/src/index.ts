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
} from "drizzle-orm";
export { chooseDatabase } from "./choose-database.ts";
export { defaultDatabaseFile, type Platform } from "./default-database-file.ts";
export { column, defineTable } from "./define-table.ts";
export { makeFolder } from "./make-folder.ts";
export { ownState } from "./own-state.ts";
export { openStorage, type StorageOptions } from "./open-storage.ts";
export type { Follow } from "./follow.ts";
export { followLog } from "./follow-log.ts";
export { appendAtCommit } from "./append-at-commit.ts";
export { sequenceValue, lastSequence, nextSequence, advanceSequence } from "./sequences.ts";
export {
  isOutage,
  isTemporary,
  isTimeout,
  isUniqueViolation,
  type StorageErrorCode,
} from "./storage-error.ts";
export type { LockKeys } from "./write-task.ts";
export type { CopyReport, Engine, Migration, Transaction, Storage, StorageLog } from "./storage.ts";
export type { SearchDocument } from "./search/documents.ts";
export type { VectorEntry } from "./search/put-vectors.ts";
export type { SearchHit } from "./search/search-hit.ts";
export { createSearchIndex, type SearchIndex, type SearchOptions } from "./search/search-index.ts";
export { searchIndexMigration, searchVocabularyMigration } from "./search/search-tables.ts";
export type { TextMatch } from "./search/text-match.ts";
export { quantizeVector, type Vector } from "./search/vector.ts";
