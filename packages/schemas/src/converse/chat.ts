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
    "Your question with its context: the other model sees only this and the files",
  ),
  // No schema default: a follow-up without a model keeps the conversation's.
  model: z
    .string()
    .optional()
    .describe(
      "AI model: 'auto' (default), 'gpt-6.1-sol', 'gemini-3.8-flash', 'grok-4.7', 'claude-opus-5-5', an alias, or provider/model",
    ),
  files: z.array(z.string()).optional().describe("Files, folders, globs, lines (a.ts:10-40), PDFs"),
  images,
  continuation_id: continuationId,
  temperature: temperature.default(0.5).describe("Randomness: 0.2 focused, 0.8 creative"),
  reasoning_effort: reasoningEffort,
  use_websearch: z.boolean().default(false).describe("Search the web for current information"),
  json_schema: z.looseObject({}).optional().describe("Answer in JSON of this schema"),
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
