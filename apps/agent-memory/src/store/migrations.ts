import type { Migration } from "@faculties/storage";
import {
  searchIndexMigration,
  searchOutdatedMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "../search-index/search-tables.ts";

export const SEARCH_INDEX = "memory";

const TEXT_COLUMNS = `target text not null, target_key text not null, title text not null,
  rationale text not null, consequences text not null, status text not null, origin text not null`;

export const migrations: readonly Migration[] = [
  {
    name: "decisions",
    statements: [
      `create table decisions (number bigint not null primary key, id text not null unique,
        ${TEXT_COLUMNS}, created_at bigint not null, source text unique)`,
      "create unique index decisions_active on decisions (target_key) where status = 'active'",
      "create index decisions_target on decisions (target_key)",
      "create index decisions_replaced on decisions (status) where status <> 'active'",
      `create table links (new_id text not null, old_id text not null, kind text not null,
        primary key (new_id, old_id))`,
      "create index links_old on links (old_id)",
      `create table proposals (number bigint not null primary key, id text not null unique,
        ${TEXT_COLUMNS}, pattern text, evidence text not null, confidence double precision not null,
        strengths text not null, objections text not null, supersedes text not null,
        first_observed_at bigint not null, observed_boot text not null,
        observed_offset bigint not null, decision_id text, source text unique)`,
      `create unique index proposals_draft on proposals (target_key, pattern)
        where status = 'draft' and pattern is not null`,
      "create index proposals_target on proposals (target_key)",
      `create table episodes (number bigint not null primary key, id text not null unique,
        kind text not null, target text not null, target_key text not null, summary text not null,
        reference text, at bigint not null, proposal_id text)`,
      "create unique index episodes_reference on episodes (target_key, reference)",
      "create index episodes_open on episodes (target_key, at)",
      `create table audit (number bigint not null primary key, at bigint not null, actor text not null,
        role text not null, action text not null, target text not null, subjects text not null)`,
      `create table cooldowns (role text not null primary key, wall bigint not null,
        boot text not null, "offset" bigint not null)`,
      `create table git_cursors (repository text not null primary key, "commit" text not null)`,
    ],
  },
  searchIndexMigration(SEARCH_INDEX),
  searchVocabularyMigration(SEARCH_INDEX),
  {
    name: "drafts-in-order",
    statements: ["create index proposals_drafts on proposals (number) where status = 'draft'"],
  },
  {
    name: "write-bursts",
    statements: ["alter table cooldowns add column debt bigint not null default 0"],
  },
  searchTotalsMigration(SEARCH_INDEX),
  searchTermsMigration(SEARCH_INDEX),
  {
    name: "projects",
    statements: [
      "alter table decisions add column project text not null default ''",
      "alter table proposals add column project text not null default ''",
      "create index decisions_project on decisions (project) where project <> ''",
      "create index proposals_project on proposals (project) where project <> ''",
    ],
  },
  searchOutdatedMigration(SEARCH_INDEX),
];
