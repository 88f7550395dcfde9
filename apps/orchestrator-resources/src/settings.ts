import { hostname } from "node:os";
import {
  type AppValues,
  ConfigError,
  kitOptions,
  option,
  type Options,
  vendorOptions,
} from "@faculties/mcp-kit";
import type {
  ChildSafety,
  RuntimeTimings,
  ServerLimits,
} from "@faculties/schemas/orchestrator-resources/runtime-options";
import { type ArgumentRule, readArgumentRule } from "./domain/argument-patterns.ts";
import { resolveToggles, type ToggleName, toggleOptions, type Toggles } from "./modules/toggles.ts";

/** Variables that a child sees of the server's own environment, where they are set. */
export const DEFAULT_ENVIRONMENT_NAMES = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
] as const;

const CHILD_LOG_BYTES = 16 * 1024 * 1024;

const milliseconds = (min: number) => ({ min, max: 2_147_483_647 });

/** Every setting of this server, declared once. */
export const settings = {
  ...toggleOptions,
  database: option.text({
    flag: "database",
    env: "DATABASE_PATH",
    placeholder: "file",
    describe: "SQLite file; in the platform's data folder unless given",
  }),
  allowCommands: option.list({
    flag: "allow-command",
    env: "ORCHESTRATOR_ALLOW_COMMANDS",
    placeholder: "name,/path",
    describe: "Programs that children may be; none unless given",
  }),
  allowArguments: option.list({
    flag: "allow-args",
    env: "ORCHESTRATOR_ALLOW_ARGS",
    placeholder: "command: pattern …",
    describe:
      'Arguments that an allowed program may have, such as "npm: run test-*"; any unless given for it',
  }),
  allowRoots: option.list({
    flag: "allow-root",
    env: "ORCHESTRATOR_ALLOW_ROOTS",
    placeholder: "/folder",
    describe: "Folders that children may work in; the first is the usual one",
  }),
  allowEnvironment: option.list({
    flag: "allow-env",
    env: "ORCHESTRATOR_ALLOW_ENV",
    placeholder: "A,B",
    describe: `Variables that children inherit and callers may set; ${DEFAULT_ENVIRONMENT_NAMES.join(", ")} are always inherited`,
  }),
  maxChildren: option.integer({
    flag: "max-children",
    env: "ORCHESTRATOR_MAX_CHILDREN",
    min: 1,
    max: 1024,
    default: 16,
    describe: "Children running at a time",
  }),
  memoryLimitMb: option.integer({
    flag: "memory-limit-mb",
    env: "ORCHESTRATOR_MEMORY_LIMIT_MB",
    min: 1,
    default: 512,
    describe: "Resident memory of one child with all it started",
  }),
  cpuPercent: option.integer({
    flag: "cpu-percent",
    env: "ORCHESTRATOR_CPU_PERCENT",
    min: 1,
    max: 100,
    default: 100,
    describe: "Share of one core that one child may use",
  }),
  killGraceMs: option.integer({
    flag: "kill-grace-ms",
    env: "ORCHESTRATOR_KILL_GRACE_MS",
    ...milliseconds(1),
    default: 2_000,
    describe: "Time between SIGTERM and SIGKILL",
  }),
  childLogBytes: option.integer({
    flag: "child-log-bytes",
    env: "ORCHESTRATOR_CHILD_LOG_BYTES",
    min: 65_536,
    default: CHILD_LOG_BYTES,
    describe: "Newest output kept per child",
  }),
  btTickMs: option.integer({
    flag: "bt-tick-ms",
    env: "ORCHESTRATOR_BT_TICK_MS",
    ...milliseconds(1),
    default: 50,
    describe: "Time between two ticks of a behaviour tree",
  }),
  stigHalfLifeMs: option.integer({
    flag: "stig-half-life-ms",
    env: "ORCHESTRATOR_STIG_HALF_LIFE_MS",
    ...milliseconds(1),
    default: 30_000,
    describe: "Time in which a stigmergic mark halves",
  }),
  supervisorStallTicks: option.integer({
    flag: "supervisor-stall-ticks",
    env: "ORCHESTRATOR_SUPERVISOR_STALL_TICKS",
    min: 1,
    default: 6,
    describe: "Heartbeats after which a child that neither writes nor computes is reported",
  }),
  defaultTimeoutMs: option.integer({
    flag: "default-timeout-ms",
    env: "ORCHESTRATOR_DEFAULT_TIMEOUT_MS",
    ...milliseconds(1),
    default: 60_000,
    describe: "Longest call, and limit of children and nodes that name none",
  }),
  autoscaleCooldownMs: option.integer({
    flag: "autoscale-cooldown-ms",
    env: "ORCHESTRATOR_AUTOSCALE_COOLDOWN_MS",
    ...milliseconds(0),
    default: 10_000,
    describe: "Time between two changes of the worker pool",
  }),
  heartbeatIntervalMs: option.integer({
    flag: "heartbeat-interval-ms",
    env: "ORCHESTRATOR_HEARTBEAT_INTERVAL_MS",
    ...milliseconds(250),
    default: 2_000,
    describe: "Time between two heartbeats of a run",
  }),
  hostName: option.text({
    flag: "host-name",
    env: "ORCHESTRATOR_HOST_NAME",
    placeholder: "name",
    describe:
      "Name of this host, unlike that of any other on the same database; its own unless given",
  }),
  hostSilenceMs: option.integer({
    flag: "host-silence-ms",
    env: "ORCHESTRATOR_HOST_SILENCE_MS",
    ...milliseconds(1_000),
    default: 60_000,
    describe: "Silence after which a process of another host counts as dead; the same for all",
  }),
  detach: option.choice({
    flag: "detach",
    env: "ORCHESTRATOR_DETACH",
    choices: ["on", "off"],
    default: "on",
    describe:
      "Runs outlive the server: another one, or a process in the background, continues them; off cancels them",
  }),
  agentModel: option.text({
    flag: "agent-model",
    env: "ORCHESTRATOR_AGENT_MODEL",
    placeholder: "provider/model",
    describe: "Model of agent nodes that name none, such as openai/gpt-5 or cli/claude",
  }),
  ...vendorOptions,
  maxInputBytes: { ...kitOptions.maxInputBytes, default: 524_288 },
  maxEventHistory: option.integer({
    flag: "max-event-history",
    env: "ORCHESTRATOR_MAX_EVENT_HISTORY",
    min: 1,
    default: 5_000,
    describe: "Newest events kept per run, per blackboard namespace, and of what belongs to no run",
  }),
  idempotencyTtlMs: option.integer({
    flag: "idempotency-ttl-ms",
    env: "ORCHESTRATOR_IDEMPOTENCY_TTL_MS",
    ...milliseconds(1),
    default: 600_000,
    describe: "How long an idempotency key is remembered",
  }),
} satisfies Options;

export type Settings = {
  toggles: Toggles;
  timings: RuntimeTimings;
  safety: ChildSafety;
  limits: ServerLimits;
  children: {
    allowCommands: readonly string[];
    allowArguments: readonly ArgumentRule[];
    allowRoots: readonly string[];
    allowEnvironment: readonly string[];
    killGraceMs: number;
    logBytes: number;
  };
  idempotencyTtlMs: number;
  host: HostSettings;
  /** Whether runs outlive the server that executes them. */
  isDetached: boolean;
  agents: AgentSettings;
};

type Access = { apiKey: string | undefined; baseUrl: string | undefined };

export type AgentSettings = {
  model: string | undefined;
  vendors: Record<"openai" | "google" | "xai" | "anthropic" | "openrouter", Access | undefined>;
};

export type HostSettings = {
  name: string;
  /** A process of another host counts as dead when it has been silent for this long. */
  silentMs: number;
};

/** The settings as the parts of the server want them. */
export function settingsOf(
  values: AppValues<typeof settings>,
  named: ReadonlySet<ToggleName>,
): Settings {
  const { defaultTimeoutMs, maxInputBytes, maxEventHistory } = values;
  return {
    toggles: resolveToggles(values as Parameters<typeof resolveToggles>[0], named),
    timings: {
      btTickMs: values.btTickMs,
      stigHalfLifeMs: values.stigHalfLifeMs,
      supervisorStallTicks: values.supervisorStallTicks,
      defaultTimeoutMs,
      autoscaleCooldownMs: values.autoscaleCooldownMs,
      heartbeatIntervalMs: values.heartbeatIntervalMs,
    },
    safety: {
      maxChildren: values.maxChildren,
      memoryLimitMb: values.memoryLimitMb,
      cpuPercent: values.cpuPercent,
    },
    limits: { maxInputBytes, defaultTimeoutMs, maxEventHistory },
    children: {
      allowCommands: values.allowCommands ?? [],
      allowArguments: (values.allowArguments ?? []).map((text) =>
        argumentRule(text, values.allowCommands ?? []),
      ),
      allowRoots: values.allowRoots ?? [],
      allowEnvironment: values.allowEnvironment ?? [],
      killGraceMs: values.killGraceMs,
      logBytes: values.childLogBytes,
    },
    idempotencyTtlMs: values.idempotencyTtlMs,
    host: { name: values.hostName ?? hostname(), silentMs: values.hostSilenceMs },
    isDetached: values.detach === "on",
    agents: {
      model: values.agentModel,
      vendors: {
        openai: access(values.openaiKey, values.openaiBaseUrl),
        google: access(values.googleKey, values.googleBaseUrl),
        xai: access(values.xaiKey, values.xaiBaseUrl),
        anthropic: access(values.anthropicKey, values.anthropicBaseUrl),
        openrouter: access(values.openrouterKey, values.openrouterBaseUrl),
      },
    },
  };
}

/** A vendor needs a key; its address alone is not enough. */
function access(apiKey: string | undefined, baseUrl: string | undefined): Access | undefined {
  return apiKey === undefined || apiKey.trim() === "" ? undefined : { apiKey, baseUrl };
}

function argumentRule(text: string, allowCommands: readonly string[]): ArgumentRule {
  const rule = readArgumentRule(text);
  if (!rule)
    throw new ConfigError(
      `--allow-args: "${text}" is not a rule. Write the command, a colon, a space and one pattern per argument, such as "npm: run test-*".`,
    );
  if (!allowCommands.includes(rule.command))
    throw new ConfigError(
      `--allow-args names "${rule.command}", which --allow-command does not allow. Write it as it stands there.`,
    );
  return rule;
}
