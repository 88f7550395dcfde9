import * as z from "zod";
import { integerFrom } from "../primitives/integer.ts";

export const RuntimeTimings = z.object({
  btTickMs: integerFrom(1).default(50),
  stigHalfLifeMs: integerFrom(1).default(30_000),
  supervisorStallTicks: integerFrom(1).default(6),
  defaultTimeoutMs: integerFrom(1).default(60_000),
  autoscaleCooldownMs: integerFrom(0).default(10_000),
  heartbeatIntervalMs: integerFrom(250).default(2_000),
});
export type RuntimeTimings = z.infer<typeof RuntimeTimings>;

export const ChildSafety = z.object({
  maxChildren: integerFrom(1).default(16),
  memoryLimitMb: integerFrom(1).default(512),
  cpuPercent: z.int().min(1).max(100).default(100),
});
export type ChildSafety = z.infer<typeof ChildSafety>;

export const ServerLimits = z.object({
  maxInputBytes: integerFrom(1).default(524_288),
  defaultTimeoutMs: integerFrom(1).default(60_000),
  maxEventHistory: integerFrom(1).default(5_000),
});
export type ServerLimits = z.infer<typeof ServerLimits>;
