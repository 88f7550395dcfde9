import * as z from "zod";
import { anyObject } from "../primitives/record-of.ts";
import { ResourceKind } from "./resource-kind.ts";
import { nextCursor, text } from "./response-fields.ts";
import { cursor } from "./tool-parameters.ts";

export const ResourcesListInput = z.strictObject({
  prefix: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("Only addresses that begin with this, such as sc://runs/"),
  limit: z.number().int().positive().max(500).default(500).describe("Most items per page"),
  cursor,
});
export type ResourcesListInput = z.infer<typeof ResourcesListInput>;

export const ResourcesListOutput = z.object({
  items: z.array(z.object({ uri: text, kind: ResourceKind, metadata: anyObject().optional() })),
  next_cursor: nextCursor,
});
export type ResourcesListOutput = z.infer<typeof ResourcesListOutput>;
