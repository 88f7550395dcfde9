import type { ConsensusPhases } from "@faculties/schemas/converse/consensus-phases";
import type { LiveModel } from "@faculties/providers";
import type { Conclusion } from "@faculties/schemas/converse/conclusion";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { Source, UsageTotals } from "@faculties/schemas/converse/usage";
import { column, defineTable } from "@faculties/storage";

export type AnswerDetails = {
  usage: UsageTotals;
  response_time_ms: number;
  phases?: ConsensusPhases;
  conclusion?: Conclusion;
  discussion?: ConsensusOutput["discussion"];
  sources?: readonly Source[];
};

export const conversations = defineTable("conversations", {
  id: column.text().primaryKey(),
  title: column.text().notNull(),
  provider: column.text().notNull(),
  model: column.text().notNull(),
  messageCount: column.integer().notNull(),
  inputTokens: column.integer().notNull(),
  outputTokens: column.integer().notNull(),
  /** Null as long as no call had a known price. */
  costUsd: column.real(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
  /** Rises with every change of any conversation, so that other processes can follow the changes. */
  change: column.integer().notNull(),
  /** The process that made the last change; null when an older version did. */
  writer: column.text(),
});

export const messages = defineTable("messages", {
  conversationId: column.text().notNull(),
  position: column.integer().notNull(),
  role: column.text().notNull(),
  text: column.text().notNull(),
  /** The files of a question, as the models saw them. */
  context: column.text(),
  files: column.json<string[]>().notNull(),
  /** The model that answered. */
  model: column.text(),
  /** The usage of an answer and, in a consensus, the answers of all models; null for questions. */
  details: column.json<AnswerDetails>(),
  createdAt: column.integer().notNull(),
});

export const images = defineTable("images", {
  conversationId: column.text().notNull(),
  position: column.integer().notNull(),
  number: column.integer().notNull(),
  mimeType: column.text().notNull(),
  bytes: column.blob().notNull(),
});

export const calls = defineTable("calls", {
  provider: column.text().notNull(),
  model: column.text().notNull(),
  startedAt: column.integer().notNull(),
  durationMs: column.integer().notNull(),
  inputTokens: column.integer().notNull(),
  outputTokens: column.integer().notNull(),
  costUsd: column.real(),
  /** The error's code; null when the call succeeded. */
  code: column.text(),
  concurrent: column.integer().notNull(),
});

export const cachedAnswers = defineTable("cached_answers", {
  key: column.text().primaryKey(),
  answer: column.json<unknown>().notNull(),
  expiresAt: column.integer().notNull(),
});

/** Money that calls under way may spend. */
export const reservations = defineTable("reservations", {
  id: column.text().primaryKey(),
  usd: column.real().notNull(),
  at: column.integer().notNull(),
});

/** The models that each vendor last listed. */
export const modelLists = defineTable("model_lists", {
  provider: column.text().primaryKey(),
  models: column.json<LiveModel[]>().notNull(),
  fetchedAt: column.integer().notNull(),
});

/** One row. */
export const purges = defineTable("purges", {
  name: column.text().primaryKey(),
  at: column.integer().notNull(),
});
