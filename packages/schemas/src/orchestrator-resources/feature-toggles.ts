import * as z from "zod";

export const FEATURE_NAMES = [
  "enableBT",
  "enableReactiveScheduler",
  "enableBlackboard",
  "enableStigmergy",
  "enableCNP",
  "enableConsensus",
  "enableAutoscaler",
  "enableSupervisor",
  "enableKnowledge",
  "enableCausalMemory",
  "enableValueGuard",
  "enableMcpIntrospection",
  "enableResources",
  "enableEventsBus",
  "enableCancellation",
  "enableTx",
  "enableBulk",
  "enableIdempotency",
  "enableLocks",
  "enableDiffPatch",
  "enablePlanLifecycle",
  "enableChildOpsFine",
  "enableValuesExplain",
  "enableAssist",
] as const;
export type FeatureName = (typeof FEATURE_NAMES)[number];

export const FeatureToggles = z.record(z.enum(FEATURE_NAMES), z.boolean());
export type FeatureToggles = z.infer<typeof FeatureToggles>;
