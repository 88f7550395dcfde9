import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import type { AppContext, AppValues, Environment, KitServices } from "@faculties/mcp-kit";
import { chooseDatabase, createSearchIndex, openStorage } from "@faculties/storage";
import { ROLES, type Role } from "./domain/access.ts";
import { createEmbedding } from "./embedding/create-embedding.ts";
import type { Memory } from "./memory/memory.ts";
import type { options } from "./options.ts";
import { announceTo } from "./resources/announce.ts";
import { secretState } from "./secret-state.ts";
import { migrations, SEARCH_INDEX } from "./store/migrations.ts";
import { systemClock } from "./system-clock.ts";

export type Values = AppValues<typeof options>;

export type Context = AppContext & { memory: Memory; environment: Environment };

/** Everything that tools, commands and resources may touch; opens itself when first used. */
export function createContext(values: Values, services: KitServices): Context {
  const { log, changes, environment, tenant } = services;
  const surroundings = { platform: process.platform, env: environment, home: homedir() };
  const choice = { file: values.database, url: values.databaseUrl, tenant: tenant?.name };
  const database = chooseDatabase("agent-memory", choice, surroundings);
  const storage = openStorage({ ...database, migrations, log });
  const index = createSearchIndex(storage, { name: SEARCH_INDEX });
  const embedding = createEmbedding(values, services, storage, index);
  const memory: Memory = {
    storage,
    index,
    embedding,
    clock: systemClock(storage.now),
    access: {
      role: roleOf(tenant) ?? values.role,
      secret: secretState(values.secret, values.secretHash),
    },
    cooldown: { ms: values.cooldownMs, burst: values.cooldownBurst },
    actor: randomUUID(),
    announce: announceTo(changes),
    log,
  };
  return {
    memory,
    environment,
    storagePending: () => storage.pending(),
    async close() {
      await embedding.close();
      await storage.close();
    },
  };
}

/** A token's role counts more than the server's own. */
function roleOf(tenant: KitServices["tenant"]): Role | undefined {
  return ROLES.find((role) => role === tenant?.role);
}
