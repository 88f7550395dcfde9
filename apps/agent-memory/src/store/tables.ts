import { column, defineTable } from "@faculties/storage";
import type { DecisionStatus, LinkKind, Origin } from "../domain/decision.ts";
import type { EpisodeKind } from "../domain/episode.ts";
import type { ProposalStatus } from "../domain/proposal.ts";

export const decisions = defineTable("decisions", {
  number: column.integer().primaryKey(),
  id: column.text().notNull(),
  target: column.text().notNull(),
  targetKey: column.text().notNull(),
  title: column.text().notNull(),
  rationale: column.text().notNull(),
  consequences: column.json<string[]>().notNull(),
  status: column.text().$type<DecisionStatus>().notNull(),
  origin: column.text().$type<Origin>().notNull(),
  createdAt: column.integer().notNull(),
  /** Empty for a record that every project sees. */
  project: column.text().notNull(),
  /** The file that an imported decision came from. */
  source: column.text(),
});

export const links = defineTable("links", {
  newId: column.text().notNull(),
  oldId: column.text().notNull(),
  kind: column.text().$type<LinkKind>().notNull(),
});

export const proposals = defineTable("proposals", {
  number: column.integer().primaryKey(),
  id: column.text().notNull(),
  target: column.text().notNull(),
  targetKey: column.text().notNull(),
  title: column.text().notNull(),
  rationale: column.text().notNull(),
  consequences: column.json<string[]>().notNull(),
  status: column.text().$type<ProposalStatus>().notNull(),
  origin: column.text().$type<Origin>().notNull(),
  /** The pattern that reflection found; null when a person wrote the proposal. */
  pattern: column.text(),
  evidence: column.json<string[]>().notNull(),
  confidence: column.real().notNull(),
  strengths: column.json<string[]>().notNull(),
  objections: column.json<string[]>().notNull(),
  supersedes: column.json<string[]>().notNull(),
  firstObservedAt: column.integer().notNull(),
  observedBoot: column.text().notNull(),
  observedOffset: column.integer().notNull(),
  decisionId: column.text(),
  project: column.text().notNull(),
  source: column.text(),
});

export const episodes = defineTable("episodes", {
  number: column.integer().primaryKey(),
  id: column.text().notNull(),
  kind: column.text().$type<EpisodeKind>().notNull(),
  target: column.text().notNull(),
  targetKey: column.text().notNull(),
  summary: column.text().notNull(),
  reference: column.text(),
  at: column.integer().notNull(),
  /** The one proposal that this event is evidence of. */
  proposalId: column.text(),
});

/** Everything that ever changed, in order. Other processes follow it to learn of changes. */
export const audit = defineTable("audit", {
  number: column.integer().primaryKey(),
  at: column.integer().notNull(),
  /** The process that did it. */
  actor: column.text().notNull(),
  role: column.text().notNull(),
  action: column.text().notNull(),
  target: column.text().notNull(),
  subjects: column.json<string[]>().notNull(),
});

export const cooldowns = defineTable("cooldowns", {
  role: column.text().primaryKey(),
  wall: column.integer().notNull(),
  boot: column.text().notNull(),
  offset: column.integer().notNull(),
  /** Milliseconds until the whole burst is available again. */
  debt: column.integer().notNull(),
});

/** How far the history of a repository was read. */
export const gitCursors = defineTable("git_cursors", {
  repository: column.text().primaryKey(),
  commit: column.text().notNull(),
});
