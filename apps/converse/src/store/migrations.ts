import { type Migration, taskMigration } from "@faculties/storage";

export const migrations: readonly Migration[] = [
  {
    name: "conversations",
    statements: (engine) => [
      `create table conversations (id text not null primary key, title text not null,
        provider text not null, model text not null, message_count bigint not null,
        input_tokens bigint not null, output_tokens bigint not null, cost_usd double precision,
        created_at bigint not null, updated_at bigint not null, change bigint not null)`,
      "create index conversations_by_change on conversations (change)",
      `create table messages (
        conversation_id text not null references conversations (id) on delete cascade,
        position bigint not null, role text not null, text text not null, context text,
        files text not null, model text, created_at bigint not null,
        primary key (conversation_id, position))`,
      `create table images (conversation_id text not null, position bigint not null,
        number bigint not null, mime_type text not null,
        bytes ${engine === "sqlite" ? "blob" : "bytea"} not null,
        primary key (conversation_id, position, number),
        foreign key (conversation_id, position)
          references messages (conversation_id, position) on delete cascade)`,
      `create table calls (provider text not null, model text not null,
        started_at bigint not null, duration_ms bigint not null, input_tokens bigint not null,
        output_tokens bigint not null, cost_usd double precision, code text, concurrent bigint not null)`,
      "create index calls_by_start on calls (started_at)",
      `create table cached_answers (key text not null primary key, answer text not null,
        expires_at bigint not null)`,
    ],
  },
  { name: "answer-details", statements: ["alter table messages add column details text"] },
  { name: "writers", statements: ["alter table conversations add column writer text"] },
  {
    name: "purges",
    statements: ["create table purges (name text not null primary key, at bigint not null)"],
  },
  taskMigration,
  {
    name: "model-lists",
    statements: [
      `create table model_lists (provider text not null primary key, models text not null,
        fetched_at bigint not null)`,
    ],
  },
  {
    name: "reservations",
    statements: [
      `create table reservations (id text not null primary key, usd double precision not null,
        at bigint not null)`,
    ],
  },
];
