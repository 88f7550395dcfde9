import * as z from "zod";
import { FeatureToggles } from "./feature-toggles.ts";
import { ChildSafety, RuntimeTimings, ServerLimits } from "./runtime-options.ts";

export const McpInfoInput = z.strictObject({});
export type McpInfoInput = z.infer<typeof McpInfoInput>;

export const McpInfoOutput = z.object({
  server: z.object({ name: z.string(), version: z.string(), mcpVersion: z.string() }),
  transports: z.object({
    stdio: z.object({ enabled: z.boolean() }),
    http: z.object({
      enabled: z.boolean(),
      host: z.string().nullable(),
      port: z.int().nullable(),
      path: z.string().nullable(),
      enableJson: z.boolean(),
      stateless: z.boolean(),
    }),
  }),
  features: FeatureToggles,
  timings: RuntimeTimings,
  safety: ChildSafety,
  limits: ServerLimits,
});
export type McpInfoOutput = z.infer<typeof McpInfoOutput>;
