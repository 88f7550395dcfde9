import { hostname } from "node:os";
import type {
  ChildSafety,
  RuntimeTimings,
  ServerLimits,
} from "@faculties/schemas/orchestrator-resources";
import type { AppValues } from "@faculties/mcp-kit";
import type { options } from "./options.ts";
import { resolveToggles, type Toggles } from "./resolve-toggles.ts";
import type { ToggleName } from "./toggles.ts";

export type Settings = {
  toggles: Toggles;
  timings: RuntimeTimings;
  safety: ChildSafety;
  limits: ServerLimits;
  children: {
    allowCommands: readonly string[];
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
      allowRoots: values.allowRoots ?? [],
      allowEnvironment: values.allowEnvironment ?? [],
      killGraceMs: values.killGraceMs,
      logBytes: values.childLogBytes,
    },
    idempotencyTtlMs: values.idempotencyTtlMs,
    host: { name: values.hostName ?? hostname(), silentMs: values.hostSilenceMs },
  };
}
