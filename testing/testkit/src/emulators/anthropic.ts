import * as z from "zod";
import { type AnthropicBlock, type AnthropicMessage, eventsOf } from "./anthropic-events.ts";
import { eventStream, json, type StreamFault } from "./recorder-answers.ts";
import { type RecordedRequest, wantsStream } from "./recorder.ts";
import { startScriptedEmulator, type Emulator, type WireReply } from "./scripted-emulator.ts";

export type AnthropicReply = {
  text: string;
  /** The stream breaks off; without streaming it has no effect. */
  fault?: StreamFault;
  /** A thinking block that comes before the text. */
  thinking?: string;
  stopReason?: string;
  usage?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number };
  /** Pages that a web search found. */
  sources?: { url: string; title?: string }[];
  model?: string;
  /** The content blocks as they are, instead of those made from text and thinking. */
  content?: unknown[];
};

/** Anthropic's Messages API; scripts are named after models. */
export function startAnthropicEmulator(): Promise<Emulator<AnthropicReply>> {
  return startScriptedEmulator<AnthropicReply>({
    accept: acceptRequest,
    render: (reply, request) => {
      const message = responseOf(reply, requestSchema.parse(request.body).model);
      return wantsStream(request)
        ? eventStream(eventsOf(message), { fault: reply.fault })
        : json(message);
    },
    unknown: (model) => anthropicError(404, `model: ${model}`),
  });
}

/** An error as Anthropic sends it; its type follows from the status unless given. */
export function anthropicError(
  status: number,
  message: string,
  { type, retryAfter }: { type?: string; retryAfter?: string } = {},
): WireReply {
  const error = { type: type ?? ERROR_TYPES[status] ?? "api_error", message };
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return { wire: json({ type: "error", error, request_id: "req_1" }, { status, headers }) };
}

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const imageSource = z.strictObject({
  type: z.literal("base64"),
  media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
  data: z.base64(),
});
const cacheControl = { cache_control: z.strictObject({ type: z.literal("ephemeral") }).optional() };
const pdfSource = z.strictObject({
  type: z.literal("base64"),
  media_type: z.literal("application/pdf"),
  data: z.base64(),
});
const block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1), ...cacheControl }),
  z.strictObject({ type: z.literal("image"), source: imageSource, ...cacheControl }),
  z.strictObject({
    type: z.literal("document"),
    title: z.string().optional(),
    source: pdfSource,
    ...cacheControl,
  }),
]);
const content = z.union([z.string().min(1), z.array(block).min(1)]);
// A paused turn is sent back with whatever blocks the answer had.
const pausedContent = z.array(z.looseObject({ type: z.string() })).min(1);

const requestSchema = z
  .strictObject({
    model: z.string().min(1),
    max_tokens: z.int().positive(),
    system: z.string().min(1).optional(),
    messages: z
      .array(
        z.discriminatedUnion("role", [
          z.strictObject({ role: z.literal("user"), content }),
          z.strictObject({
            role: z.literal("assistant"),
            content: z.union([content, pausedContent]),
          }),
        ]),
      )
      .min(1),
    temperature: z.number().min(0).max(1).optional(),
    thinking: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("adaptive") }),
        z.strictObject({ type: z.literal("enabled"), budget_tokens: z.int().min(1024) }),
      ])
      .optional(),
    output_config: z
      .strictObject({
        effort: z.enum(["low", "medium", "high", "xhigh", "max"]).optional(),
        format: z
          .strictObject({
            type: z.literal("json_schema"),
            schema: z.looseObject({ type: z.literal("object") }),
          })
          .optional(),
      })
      .optional(),
    stream: z.boolean().optional(),
    tools: z
      .array(
        z.strictObject({
          type: z.enum(["web_search_20250305", "web_search_20260209", "web_search_20260318"]),
          name: z.literal("web_search"),
          max_uses: z.int().positive().optional(),
        }),
      )
      .optional(),
  })
  .refine(
    ({ thinking, max_tokens }) =>
      thinking?.type !== "enabled" || thinking.budget_tokens < max_tokens,
    "`max_tokens` must be greater than `thinking.budget_tokens`",
  )
  .refine(
    ({ thinking, temperature }) => thinking === undefined || temperature === undefined,
    "`temperature` may only be set to 1 when thinking is enabled",
  );

function acceptRequest(request: RecordedRequest): string | WireReply {
  if (request.method !== "POST" || request.path !== "/v1/messages") {
    return anthropicError(404, "Not found");
  }
  if (!request.headers["x-api-key"]) return anthropicError(401, "x-api-key header is required");
  if (request.headers["anthropic-version"] !== "2023-06-01") {
    return anthropicError(400, "anthropic-version: header is required");
  }
  const parsed = requestSchema.safeParse(request.body);
  return parsed.success ? parsed.data.model : anthropicError(400, z.prettifyError(parsed.error));
}

function responseOf(reply: AnthropicReply, model: string): AnthropicMessage {
  const { input = 10, output = 5, cacheRead = 0, cacheWrite = 0 } = reply.usage ?? {};
  const blocks = [
    reply.thinking !== undefined && {
      type: "thinking",
      thinking: reply.thinking,
      signature: "signature",
    },
    reply.text !== "" && {
      type: "text",
      text: reply.text,
      ...(reply.sources !== undefined && {
        citations: reply.sources.map((page) => ({
          type: "web_search_result_location",
          cited_text: "…",
          encrypted_index: "e",
          ...page,
        })),
      }),
    },
  ].filter((made) => made !== false);
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: reply.model ?? model,
    content: (reply.content as AnthropicBlock[] | undefined) ?? blocks,
    stop_reason: reply.stopReason ?? "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: input,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
      output_tokens: output,
      ...(reply.sources !== undefined && { server_tool_use: { web_search_requests: 1 } }),
    },
  };
}
