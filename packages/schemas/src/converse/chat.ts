import * as z from "zod";
import { Notice } from "./notice.ts";
import {
  continuationId,
  images,
  prompt,
  reasoningEffort,
  temperature,
} from "./shared-parameters.ts";
import { Usage, UsageTotals } from "./usage.ts";

export const ChatInput = z.object({
  prompt: prompt.describe("Your question, with relevant context"),
  // No schema default: a follow-up without a model keeps the conversation's.
  model: z.string().optional().describe("e.g. 'auto' (default), 'o3', 'gemini-2.5-flash'"),
  files: z.array(z.string()).optional().describe("Paths of files to include, absolute"),
  images,
  continuation_id: continuationId,
  temperature: temperature.default(0.5).describe("Randomness"),
  reasoning_effort: reasoningEffort,
  use_websearch: z.boolean().default(false).describe("Search the web for current information"),
});
export type ChatInput = z.infer<typeof ChatInput>;

export const ChatOutput = z.object({
  content: z.string(),
  continuation: z.object({
    id: z.string(),
    provider: z.string(),
    model: z.string(),
    messageCount: z.int().min(0),
  }),
  metadata: z.object({
    model: z.string(),
    usage: Usage,
    response_time_ms: z.number().min(0),
    provider: z.string(),
    cost_usd: z.number().min(0).optional(),
    conversation: UsageTotals.optional().describe("Totals over the whole conversation"),
    cached: z.boolean().optional(),
    notices: z.array(Notice).optional(),
  }),
});
export type ChatOutput = z.infer<typeof ChatOutput>;
