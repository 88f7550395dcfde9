import { fileURLToPath } from "node:url";
import {
  runProgram,
  startServer,
  type StartServerOptions,
  type TemporaryHome,
  type TestServer,
} from "@faculties/testkit";
import { loadSqlite } from "@faculties/storage/testing";
import type Sqlite from "better-sqlite3";

const Database = await loadSqlite();

export const entry = fileURLToPath(new URL("../dist/main.mjs", import.meta.url));
export const SECRET = "a-secret-for-tests";

export type MemoryOptions = {
  home?: TemporaryHome;
  args?: string[];
  env?: Record<string, string | undefined>;
};

/** The built server with a secret and without cooldown, unless the test says otherwise. */
export function startMemory<Kind extends "2025" | "2026" = "2025">(
  { home, args, env }: MemoryOptions = {},
  client?: Kind,
): Promise<TestServer<Kind>> {
  const options = { entry, home, args, env: { ...DEFAULTS, ...env }, client };
  return startServer<Kind>(options as StartServerOptions<Kind>);
}

/** The built command line in the same surroundings. */
export async function runMemory(home: TemporaryHome, args: string[], options: MemoryOptions = {}) {
  return runProgram({ entry, home, args, env: { ...DEFAULTS, ...options.env } });
}

/** For what has nothing to do with meaning: loading the model takes half of the time of a short-lived process. */
export const WORDS_ONLY = { env: { AGENT_MEMORY_EMBEDDINGS: "off" } };

const DEFAULTS = {
  // Compiled code is shared by all tests: every home is new, and most servers live shortly.
  XDG_CACHE_HOME: fileURLToPath(new URL("../node_modules/.cache", import.meta.url)),
  AGENT_MEMORY_SECRET: SECRET,
  AGENT_MEMORY_COOLDOWN_MS: "0",
  // The tests lie in a repository of their own.
  AGENT_MEMORY_PROJECT: "none",
  LOG_LEVEL: "warn",
};

export function databaseFile(home: TemporaryHome): string {
  return `${home.env["XDG_DATA_HOME"]}/faculties/agent-memory.db`;
}

/** Looks at, or changes, the database of servers that may be running. */
export function withDatabase<Result>(
  home: TemporaryHome,
  use: (database: Sqlite.Database) => Result,
): Result {
  const database = new Database(databaseFile(home));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

export type Recorded = { status: string; message: string | null; decision_id: string };
export type Found = {
  status: string;
  message: string | null;
  search: string;
  results: {
    id: string;
    score: number;
    relevance: number;
    status: string;
    preview: string;
    kind: string;
    target: string;
    replaces?: { id: string; title: string }[];
  }[];
};

export async function record(server: TestServer, target: string, title: string, rationale = title) {
  const text = { target, title, rationale: rationale.padEnd(10, ".") };
  return (await server.callOk<Recorded>("record_decision", text)).decision_id;
}

export async function supersede(
  server: TestServer,
  target: string,
  title: string,
  ...old: string[]
) {
  const text = {
    target,
    title,
    rationale: `${title} replaces it`.padEnd(15, "."),
    old_decision_ids: old,
  };
  return (await server.callOk<Recorded>("supersede_decision", text)).decision_id;
}

export function search(server: TestServer, query: string, more: Record<string, unknown> = {}) {
  return server.callOk<Found>("search_decisions", { query, ...more });
}
