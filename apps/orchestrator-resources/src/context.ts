import { randomBytes } from "node:crypto";
import type { AppContext, Environment, KitServices, Logger } from "@faculties/mcp-kit";
import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import { openDatabase, openTaskStore, type Storage, type Transaction } from "@faculties/storage";
import { startBackground } from "./background.ts";
import { Autoscaler } from "./children/autoscaler.ts";
import { createChildren } from "./children/create-children.ts";
import { createRuns } from "./runs/create-runs.ts";
import { createWorkers } from "./remote/create-workers.ts";
import { ChangeFeed } from "./resources/change-feed.ts";
import type { ChildPolicy } from "./children/child-policy.ts";
import type { ChildPool } from "./children/child-pool.ts";
import type { ChildService } from "./children/child-service.ts";
import { Housekeeper } from "./instances/housekeeper.ts";
import { Mailbox } from "./instances/mailbox.ts";
import type { NodeWorker } from "./remote/node-worker.ts";
import { processIdentity } from "./children/process-identity.ts";
import { recoverFromDeadServers } from "./instances/recovery.ts";
import type { RunEngine } from "./runs/run-engine.ts";
import type { RunSteering } from "./runs/run-steering.ts";
import { SilenceWatch } from "./instances/silence-watch.ts";
import type { Settings } from "./settings.ts";
import { BlackboardStore } from "./store/blackboard.ts";
import { GraphStore } from "./store/graphs.ts";
import type { OnceRequest } from "./store/idempotency.ts";
import {
  endInstance,
  forgetInstances,
  otherInstances,
  registerInstance,
} from "./store/instances.ts";
import { Database } from "./store/database.ts";
import { migrations } from "./store/migrations.ts";
import { adoptOrphans, hasLeftRuns, resumeForgotten } from "./runs/adopt.ts";
import type { Questions } from "./runs/questions.ts";
import { loseTasksOfWorker } from "./store/remote-tasks.ts";

export type ServerFacts = {
  name: string;
  version: string;
  http: { host: string; port: number } | undefined;
  capabilities: Pick<McpCapabilitiesOutput, "namespaces" | "schemas">;
};

/** Everything that a tool may touch. */
export type Context = AppContext & {
  settings: Settings;
  facts: ServerFacts;
  database: Database;
  graphs: GraphStore;
  blackboard: BlackboardStore;
  children: ChildService;
  pool: ChildPool;
  policy: ChildPolicy;
  runs: RunEngine;
  steering: RunSteering;
  questions: Questions;
  autoscaler: Autoscaler;
  /** Runs nodes of other processes; undefined where the database is this host's own. */
  worker: NodeWorker | undefined;
  feed: ChangeFeed;
  log: Logger;
  newId(prefix: string): string;
  /** The request of a creating tool, so that a repetition with the same key is answered, not done. */
  once(tool: string, input: { idempotency_key?: string | undefined }): OnceRequest;
  /**
   * Resolves when this process is on record and what dead ones left behind is put right. A server also continues their
   * runs; a worker executes none.
   */
  ready(role?: Role): Promise<void>;
  /** Has a process in the background continue what nobody executes, unless runs end with their server. */
  startBackground(): void;
  /** Ends what is past its time. */
  expire(): Promise<void>;
  storage: Storage;
};

/** A process that could not look at the others for this many intervals judges none of them dead. */
const MISSED_LOOKS = 3;
const TRY_AGAIN_MS = 500;
/** A start that is not executed after this long never will be, unless it is taken up again. */
const FORGOTTEN_AFTER_MS = 10_000;
const REMEMBER_ENDED_MS = 7 * 24 * 60 * 60 * 1000;

/** A worker executes no runs; a daemon executes those that others leave, and starts none in the background itself. */
type Role = "server" | "worker" | "daemon";

type Services = KitServices & {
  /** The environment of a process in the background with the same settings. */
  background: Environment;
};

type StorageChoice = { file: string | undefined; url: string | undefined };

/** Puts the server's parts together. Nothing is opened or started before it is used. */
export function createContext(
  settings: Settings,
  facts: ServerFacts,
  choice: StorageChoice,
  { log, changes, environment, redact, tenant, background }: Services,
): Context {
  const { location, storage } = openDatabase(
    "orchestrator-resources",
    { ...choice, tenant: tenant?.name },
    { environment, migrations, log },
  );
  const feed = new ChangeFeed(changes);
  const { maxEventHistory } = settings.limits;
  const { killGraceMs, logBytes } = settings.children;
  const { host } = settings;
  // Short, because every event carries several.
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("base64url")}`;
  const writer = newId("process");
  const database = new Database({
    storage,
    now: storage.now,
    writer,
    maxEventHistory,
    onCommit: (changed, isListChanged) => feed.publish(changed, isListChanged),
    tryAgainMs: TRY_AGAIN_MS,
    log,
  });
  const graphs = new GraphStore();
  const blackboard = new BlackboardStore(maxEventHistory);
  const mailbox = new Mailbox(database, log);
  const shared = { database, settings, mailbox, newId, log };
  const { policy, pool, children, runner, supervisor } = createChildren({ ...shared, environment });
  const { isShared, remote, worker } = createWorkers({ ...shared, location, runner });
  const { runs, steering, questions } = createRuns({
    ...shared,
    graphs,
    blackboard,
    runner,
    remote,
    redact,
    environment,
  });
  const { autoscaleCooldownMs: cooldownMs, heartbeatIntervalMs: intervalMs } = settings.timings;
  const autoscaler = new Autoscaler({
    database,
    policy,
    pool,
    service: children,
    engine: runs,
    cooldownMs,
    log,
  });
  const silence = new SilenceWatch({
    silentMs: host.silentMs,
    longestGapMs: MISSED_LOOKS * intervalMs,
  });
  const housekeeper = new Housekeeper({
    database,
    blackboard,
    engine: runs,
    pool,
    supervisor,
    intervalMs,
    logBytes,
    silence,
    host,
    isShared,
    killGraceMs,
    log,
  });

  let started: Promise<void> | undefined;
  const adoption = { database, graphs, policy, runs, log };
  const adopt = async () => {
    await resumeForgotten(adoption, FORGOTTEN_AFTER_MS);
    await adoptOrphans(adoption);
    // Tasks of a worker that this process found dead have ended.
    await remote.wake();
  };
  let ownRole: Role | undefined;
  const startBackgroundIfWanted = () => {
    if (settings.isDetached) startBackground(background);
  };
  const start = async (role: Role) => {
    ownRole = role;
    const identity = processIdentity(process.pid) ?? "";
    const self = {
      instanceId: writer,
      host: host.name,
      pid: process.pid,
      processStarted: identity,
    };
    await database.write(async (tx, outbox) => {
      await registerInstance(tx, outbox.now, self);
      await forgetInstances(tx, outbox.now - REMEMBER_ENDED_MS);
    });
    const others = await database.query((tx) => otherInstances(tx, writer));
    await recoverFromDeadServers({ database, host, logBytes, silence }, others);
    if (role === "worker") return housekeeper.start({ beats: false });
    await adopt();
    const isWanted = (tx: Transaction) => hasLeftRuns(tx, adoption);
    housekeeper.start({ adoption: { isWanted, adopt }, beats: true });
  };

  return {
    settings,
    facts,
    database,
    graphs,
    blackboard,
    children,
    pool,
    policy,
    runs,
    steering,
    questions,
    autoscaler,
    worker,
    feed,
    log,
    newId,
    once: (tool, { idempotency_key: key, ...payload }) => ({
      tool,
      key,
      payload,
      ttlMs: settings.idempotencyTtlMs,
    }),
    startBackground: startBackgroundIfWanted,
    ready: (role: Role = "server") =>
      (started ??= start(role).catch((error: unknown) => {
        started = undefined;
        throw error;
      })),
    expire: () => housekeeper.expire(),
    storage,
    taskStore: async () => openTaskStore(storage),
    storagePending: () => storage.pending(),
    isBusy: () => runs.active().length > 0 || pool.running().length > 0,
    async close() {
      database.close();
      housekeeper.stop();
      autoscaler.close();
      mailbox.close();
      questions.close();
      const leave = settings.isDetached;
      // Other instances of a server over HTTP are there, or come back.
      const goesOn = ownRole === "server" && facts.http === undefined && runs.active().length > 0;
      await Promise.all([runs.close({ leave }), remote.close({ leave }), pool.close()]);
      if (started)
        await database.write(async (tx, outbox) => {
          await loseTasksOfWorker(tx, writer, "the worker was shut down");
          await endInstance(tx, outbox.now, writer);
        });
      await storage.close();
      if (goesOn) startBackgroundIfWanted();
    },
  };
}
