import * as z from "zod";
import { Notice } from "./notice.ts";
import {
  continuationId,
  images,
  prompt,
  reasoningEffort,
  temperature,
} from "./shared-parameters.ts";
import { Source, Usage, UsageTotals } from "./usage.ts";

export const ChatInput = z.object({
  prompt: prompt.describe(
    "Your question or topic with relevant context: the other model sees only this and the files",
  ),
  // No schema default: a follow-up without a model keeps the conversation's.
  model: z
    .string()
    .optional()
    .describe(
      "AI model to use, by name or alias, e.g. 'auto' (default, recommended), 'o3', 'gemini-2.5-flash', 'grok'",
    ),
  files: z.array(z.string()).optional().describe("Absolute paths of files to send as context"),
  images,
  continuation_id: continuationId,
  temperature: temperature
    .default(0.5)
    .describe("Response randomness: 0.2 focused, 0.5 balanced, 0.8 creative"),
  reasoning_effort: reasoningEffort,
  use_websearch: z
    .boolean()
    .default(false)
    .describe("Enable web search for current information, such as new docs"),
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
    sources: z.array(Source).optional(),
    cached: z.boolean().optional(),
    notices: z.array(Notice).optional(),
  }),
});
export type ChatOutput = z.infer<typeof ChatOutput>;
