import { hostname } from "node:os";
import type {
  ChildSafety,
  RuntimeTimings,
  ServerLimits,
} from "@faculties/schemas/orchestrator-resources/runtime-options";
import { type AppValues, ConfigError } from "@faculties/mcp-kit";
import { type ArgumentRule, readArgumentRule } from "./domain/argument-patterns.ts";
import type { options } from "./options.ts";
import { resolveToggles, type Toggles } from "./resolve-toggles.ts";
import type { ToggleName } from "./modules/toggles.ts";

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
};

export type HostSettings = {
  name: string;
  /** A process of another host counts as dead when it has been silent for this long. */
  silentMs: number;
};

/** The settings as the parts of the server want them. */
export function settingsOf(
  values: AppValues<typeof options>,
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
  };
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
