import { type Engine, type Migration, taskMigration } from "@faculties/storage";

const WHOLE_THOUGHT: Record<Engine, string> = {
  sqlite: "json_array(json_set(details, '$.thought', thought))",
  postgres: "json_build_array(details::jsonb || jsonb_build_object('thought', thought))::text",
};

export const migrations: readonly Migration[] = [
  {
    name: "history-and-audits",
    statements: [
      `create table sessions (
        id text not null primary key,
        length bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      )`,
      `create table thoughts (
        session_id text not null,
        position bigint not null,
        at bigint not null,
        details text not null,
        thought text not null,
        primary key (session_id, position)
      )`,
      `create table branches (
        session_id text not null,
        branch text not null,
        position bigint not null,
        primary key (session_id, branch)
      )`,
      "create index branches_by_name on branches (branch)",
      `create table audit_settings (
        audit_session text not null primary key,
        config text not null,
        updated_at bigint not null
      )`,
      `create table audits (
        audit_session text not null,
        position bigint not null,
        at bigint not null,
        overall double precision not null,
        verdict text not null,
        findings bigint not null,
        summary text not null,
        primary key (audit_session, position)
      )`,
    ],
  },
  { name: "audit-details", statements: ["alter table audits add column details text"] },
  {
    name: "thoughts-in-rows-of-several",
    statements: (engine) => [
      `create table thought_rows (
        session_id text not null,
        position bigint not null,
        at bigint not null,
        thoughts text not null,
        primary key (session_id, position)
      )`,
      `insert into thought_rows (session_id, position, at, thoughts)
        select session_id, position, at, ${WHOLE_THOUGHT[engine]} from thoughts`,
      "drop table thoughts",
    ],
  },
  {
    name: "audits-in-order",
    statements: [
      "alter table audits add column number bigint",
      "alter table audits add column writer text",
      "create index audits_by_number on audits (number)",
    ],
  },
  taskMigration,
];
