import { type Engine, type Migration, taskMigration } from "@faculties/storage";

// On SQLite only this very type is the row's own number; any other needs an index beside the table.
const SERIAL_KEYS: Record<Engine, string> = {
  sqlite: "integer not null primary key",
  postgres: "bigint not null primary key",
};

const registry = [
  `create table resources (
    uri text not null primary key, sort_key text not null, kind text not null, metadata text,
    created_revision bigint not null, revision bigint not null, writer text not null)`,
  "create unique index resources_in_order on resources (sort_key)",
  "create index resources_by_revision on resources (revision)",
  `create table streams (
    name text not null primary key, kept bigint not null, last_seq bigint not null,
    dropped_through bigint not null)`,
  `create table events (
    seq SERIAL_KEY, ts bigint not null, kind text not null, level text not null,
    job_id text, child_id text, run_id text, op_id text, graph_id text, node_id text, payload text)`,
  "create index events_of_run on events (run_id, seq)",
  "create index events_of_child on events (child_id, seq)",
];

const graphs = [
  `create table graphs (
    graph_id text not null primary key, name text not null, latest_version bigint not null,
    created_at bigint not null)`,
  `create table graph_versions (
    graph_id text not null, version bigint not null, committed_at bigint not null,
    snapshot text, delta text, snapshot_version bigint not null, pending_bytes bigint not null,
    primary key (graph_id, version))`,
  `create table transactions (
    tx_id text not null primary key, graph_id text not null, base_version bigint not null,
    state text not null, started_at bigint not null, expires_at bigint not null,
    closed_at bigint, final_version bigint, holder text)`,
  "create index transactions_by_expiry on transactions (state, expires_at)",
  `create table transaction_steps (
    tx_id text not null, position bigint not null, operations text not null,
    primary key (tx_id, position))`,
  `create table graph_locks (
    graph_id text not null primary key, holder text not null, acquired_at bigint not null,
    expires_at bigint not null)`,
];

const blackboard = [
  `create table blackboard (
    key text not null primary key, namespace text not null, value text, tags text not null,
    created_at bigint not null, updated_at bigint not null, expires_at bigint, version bigint not null)`,
  "create index blackboard_of_namespace on blackboard (namespace, key)",
  "create index blackboard_by_expiry on blackboard (expires_at)",
  `create table blackboard_tags (
    tag text not null, key text not null, primary key (tag, key))`,
  `create table blackboard_events (
    seq SERIAL_KEY, ts bigint not null, kind text not null, namespace text not null,
    key text not null, version bigint not null, entry text)`,
  "create index blackboard_events_of_namespace on blackboard_events (namespace, seq)",
];

const work = [
  `create table instances (
    instance_id text not null primary key, host text not null, pid bigint not null,
    process_started text not null, started_at bigint not null, heartbeat_at bigint not null,
    ended_at bigint)`,
  `create table requests (
    seq SERIAL_KEY, instance_id text not null, kind text not null,
    target text not null, payload text)`,
  "create index requests_of_instance on requests (instance_id, seq)",
  `create table children (
    child_id text not null primary key, ordinal bigint not null, op_id text not null, run_id text,
    instance_id text not null, role text, command text not null, args text not null, cwd text,
    pid bigint, process_started text, state text not null, exit_code bigint, signal text, error text,
    started_at bigint not null, ended_at bigint, last_activity_at bigint not null,
    timeout_ms bigint not null, memory_limit_mb bigint not null, cpu_percent bigint not null,
    last_seq bigint not null, kept_bytes bigint not null, dropped_through bigint not null,
    dropped_bytes bigint not null)`,
  "create unique index children_in_order on children (ordinal)",
  "create unique index children_by_operation on children (op_id)",
  "create index children_of_run on children (run_id, ordinal)",
  "create index children_of_instance on children (instance_id, state)",
  `create table child_log_segments (
    child_id text not null, last_seq bigint not null, first_seq bigint not null,
    bytes bigint not null, entries text not null, primary key (child_id, last_seq))`,
  `create table runs (
    run_id text not null primary key, ordinal bigint not null, op_id text not null,
    instance_id text not null, graph_id text, graph_version bigint, mode text not null,
    state text not null, settings text not null, created_at bigint not null, started_at bigint,
    ended_at bigint, error text, node_count bigint not null)`,
  "create unique index runs_in_order on runs (ordinal)",
  "create unique index runs_by_operation on runs (op_id)",
  "create index runs_of_instance on runs (instance_id, state)",
  `create table run_nodes (
    run_id text not null, node_id text not null, ordinal bigint not null, kind text not null,
    state text not null, attempts bigint not null, started_at bigint, ended_at bigint, child_id text,
    exit_code bigint, error text, output text, primary key (run_id, node_id))`,
  `create table idempotency_keys (
    key text not null primary key, tool text not null, fingerprint text not null, result text,
    expires_at bigint not null)`,
  "create index idempotency_keys_by_expiry on idempotency_keys (expires_at)",
];

const faculties = [
  `create table task_awards (
    call_id text not null primary key, agent_id text not null, awarded_at bigint not null)`,
  "create index task_awards_of_agent on task_awards (agent_id)",
  `create table stigmergy_marks (
    node_id text not null, type text not null, intensity double precision not null,
    updated_at bigint not null, primary key (node_id, type))`,
  `create table triples (
    id text not null primary key, subject text not null, predicate text not null,
    object text not null, source text not null, confidence double precision not null,
    created_at bigint not null, updated_at bigint not null)`,
  "create unique index triples_by_content on triples (subject, predicate, object, source)",
  "create index triples_by_object on triples (object)",
  `create table value_sets (
    version SERIAL_KEY, threshold double precision not null,
    entries text not null, created_at bigint not null)`,
  `create table causal_events (
    seq SERIAL_KEY, id text not null, type text not null, ts bigint not null,
    run_id text, label text, data text not null)`,
  "create unique index causal_events_by_id on causal_events (id)",
  "create index causal_events_of_run on causal_events (run_id, seq)",
  `create table causal_links (
    effect text not null, cause text not null, primary key (effect, cause))`,
  "create index causal_links_by_cause on causal_links (cause)",
];

const remoteWork = [
  "alter table children add column host text",
  "alter table children add column worker_id text",
  `create table workers (
    instance_id text not null primary key, labels text not null, concurrency bigint not null)`,
  `create table remote_tasks (
    task_id text not null primary key, owner_id text not null, run_id text not null, graph_id text,
    node_id text not null, label text not null, spec text not null, state text not null,
    worker_id text, child_id text, exit_code bigint, error text, output text)`,
  "create index remote_tasks_of_owner on remote_tasks (owner_id)",
  "create index remote_tasks_of_worker on remote_tasks (worker_id)",
];

/** SQLite has this function built in. */
const JSON_QUOTE = `create function json_quote(value text) returns text language sql immutable
  as $$ select coalesce(to_json(value)::text, 'null') $$`;

export const migrations: readonly Migration[] = [
  {
    name: "0001-orchestrator",
    statements: (engine) =>
      [...registry, ...graphs, ...blackboard, ...work, ...faculties].map((statement) =>
        statement.replaceAll("SERIAL_KEY", SERIAL_KEYS[engine]),
      ),
  },
  { name: "0002-remote-work", statements: remoteWork },
  {
    name: "0003-json-of-events",
    statements: (engine) => (engine === "postgres" ? [JSON_QUOTE] : []),
  },
  {
    name: "0004-bounded-drops",
    statements: ["alter table streams add column dropped_after bigint not null default 0"],
  },
  {
    name: "0005-sought-by",
    statements: [
      "create index blackboard_tags_of_key on blackboard_tags (key)",
      "create index children_alive on children (ordinal) where ended_at is null",
      "create index triples_by_predicate on triples (predicate, id)",
      "create index triples_by_source on triples (source, id)",
    ],
  },
  { name: "0006-lock-ttl", statements: ["alter table graph_locks add column ttl_ms bigint"] },
  taskMigration,
  {
    name: "0007-one-queue",
    statements: [
      "alter table remote_tasks add column priority bigint not null default 0",
      "alter table remote_tasks add column queued_at bigint not null default 0",
      "alter table remote_tasks add column label_limit bigint",
      "alter table remote_tasks add column is_lost bigint not null default 0",
      "alter table remote_tasks add column error_output text",
      "create index remote_tasks_queued on remote_tasks (label, priority, queued_at) where state = 'queued'",
      "create index remote_tasks_of_run on remote_tasks (run_id)",
    ],
  },
  {
    name: "0008-runs-that-survive",
    statements: [
      "alter table runs add column epoch bigint not null default 1",
      "alter table runs add column resumes bigint not null default 0",
      "alter table runs add column inputs text",
      "alter table runs add column pins text",
      "alter table runs add column outcome text",
      "alter table runs add column fork_of text",
      "create index runs_open on runs (ordinal) where ended_at is null",
      "alter table run_nodes add column due_at bigint",
      "alter table run_nodes add column lost bigint not null default 0",
      "alter table run_nodes add column stderr text",
      "alter table run_nodes add column detail text",
      "alter table children add column node_id text",
      `create table run_answers (
        run_id text not null, node_id text not null, answer text not null, answered_at bigint not null,
        primary key (run_id, node_id))`,
    ],
  },
];
