import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import {
  type AppContext,
  ConfigError,
  type Environment,
  type KitServices,
  type Logger,
} from "@faculties/mcp-kit";
import { openDatabase, type Storage } from "@faculties/storage";
import { createSearchIndex, type SearchIndex } from "./search-index/search-index.ts";
import { type Access, type Role, ROLES, type SecretState } from "./domain/access.ts";
import type { Clock } from "./domain/clock.ts";
import type { Cooldown } from "./domain/cooldown.ts";
import { createEmbedding } from "./embedding/create-embedding.ts";
import type { Embedding } from "./embedding/embedding.ts";
import { announceTo } from "./resources/resource-uris.ts";
import { CurrentProject } from "./projects/current-project.ts";
import { Reindexing } from "./search/reindexing.ts";
import type { Settings } from "./settings.ts";
import type { AuditEntry } from "./store/audit-log.ts";
import { migrations, SEARCH_INDEX } from "./store/migrations.ts";

/** The model of the local embeddings lies next to `dist` in the package and next to `src` in the repository. */
const LOCAL_MODEL = new URL("../model/words.bin", import.meta.url);
const BOOT_ID_FILE = "/proc/sys/kernel/random/boot_id";
const SHA256 = /^(?:sha256:)?(?<hex>[0-9a-f]{64})$/i;

/** Everything that tools, commands and resources may use. */
export type Context = AppContext & {
  storage: Storage;
  index: SearchIndex;
  embedding: Embedding;
  reindexing: Reindexing;
  project: CurrentProject;
  clock: Clock;
  access: Access;
  cooldown: Cooldown;
  /** The name of this process in the audit log. */
  actor: string;
  /** Tells the clients of this process about committed changes. */
  announce(entries: readonly AuditEntry[]): void;
  log: Pick<Logger, "warn">;
  environment: Environment;
};

/** The database is opened when it is first used. */
export function createContext(settings: Settings, services: KitServices): Context {
  const { log, changes, environment, tenant } = services;
  const choice = { file: settings.database, url: settings.databaseUrl, tenant: tenant?.name };
  const { storage } = openDatabase("agent-memory", choice, { environment, migrations, log });
  const index = createSearchIndex(storage, { name: SEARCH_INDEX });
  const embedding = createEmbedding(settings, services, {
    storage,
    index,
    localModel: LOCAL_MODEL,
    here: new URL(import.meta.url),
  });
  const reindexing = new Reindexing(storage, index, log);
  return {
    storage,
    index,
    embedding,
    reindexing,
    project: new CurrentProject({
      named: settings.project,
      seesAll: settings.allProjects,
      isRemote: settings.http !== undefined,
      cwd: process.cwd(),
      log,
    }),
    clock: systemClock(storage.now),
    access: {
      role: roleOf(tenant) ?? settings.role,
      secret: secretState(settings.secret, settings.secretHash),
    },
    cooldown: { ms: settings.cooldownMs, burst: settings.cooldownBurst },
    actor: randomUUID(),
    announce: announceTo(changes),
    log,
    environment,
    storagePending: () => storage.pending(),
    async close() {
      await reindexing.close();
      await embedding.close();
      await storage.close();
    },
  };
}

/** A token's role counts more than the server's own. */
function roleOf(tenant: KitServices["tenant"]): Role | undefined {
  return ROLES.find((role) => role === tenant?.role);
}

/** Pairs the given wall clock with a clock that nobody can set: the uptime of the machine or, where there is no boot id, of this process. */
function systemClock(now: () => number): Clock {
  const run = randomUUID();
  let bootId: string | false | undefined;
  return {
    now,
    read() {
      bootId ??= readBootId() ?? false;
      const wallMs = now();
      return bootId === false
        ? { wallMs, boot: run, uptimeMs: Math.round(performance.now()) }
        : { wallMs, boot: bootId, uptimeMs: Math.round(uptime() * 1_000) };
    },
  };
}

function readBootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID_FILE, "utf8").trim();
  } catch {
    // Only Linux has it.
    return undefined;
  }
}

/** Any secret allows writing unless the hash of the right one is configured. */
function secretState(secret: string | undefined, hash: string | undefined): SecretState {
  if (secret === undefined || secret.trim() === "") return "missing";
  if (hash === undefined) return "valid";
  const hex = SHA256.exec(hash.trim())?.groups?.["hex"];
  if (hex === undefined)
    throw new ConfigError("AGENT_MEMORY_SECRET_HASH must be a SHA-256 in hexadecimal.");
  const given = createHash("sha256").update(secret).digest();
  return timingSafeEqual(given, Buffer.from(hex, "hex")) ? "valid" : "wrong";
}
