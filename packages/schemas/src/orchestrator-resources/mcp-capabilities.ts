import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";
import { ServerLimits } from "./runtime-options.ts";

export const McpCapabilitiesInput = z.strictObject({});
export type McpCapabilitiesInput = z.infer<typeof McpCapabilitiesInput>;

export const McpCapabilitiesOutput = z.object({
  namespaces: z.array(z.object({ name: z.string(), description: z.string() })),
  schemas: recordOf(z.object({ namespace: z.string(), summary: z.string() })),
  /** The namespaces that are off, and the flag that switches each on when the server is started. */
  available: z.array(z.object({ name: z.string(), description: z.string(), flag: z.string() })),
  limits: ServerLimits.pick({ maxEventHistory: true }),
});
export type McpCapabilitiesOutput = z.infer<typeof McpCapabilitiesOutput>;
