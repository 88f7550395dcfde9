import * as z from "zod";
import {
  eventStream,
  json,
  piecesOf,
  type StreamedEvent,
  type StreamFault,
} from "./recorder-answers.ts";
import type { RecordedRequest } from "./recorder.ts";
import { startScriptedEmulator, type Emulator, type WireReply } from "./scripted-emulator.ts";

export type GoogleReply = {
  text: string;
  /** The stream breaks off; without streaming it has no effect. */
  fault?: StreamFault;
  /** Summarised thoughts that come before the text. */
  thoughts?: string;
  finish?: string;
  /** The prompt is refused for this reason; there is no candidate then. */
  blocked?: string;
  usage?: {
    prompt?: number;
    output?: number;
    thoughts?: number;
    search?: number;
    cached?: number;
  };
  /** Pages that a web search found. */
  sources?: { url: string; title?: string }[];
  model?: string;
};

/** Gemini's generateContent; scripts are named after models. */
export function startGoogleEmulator(): Promise<Emulator<GoogleReply>> {
  return startScriptedEmulator<GoogleReply>({
    accept: acceptRequest,
    render: (reply, request) => {
      const model = modelOf(request) ?? "";
      return request.path.includes(":streamGenerateContent")
        ? eventStream(eventsOf(reply, model), { fault: reply.fault })
        : json(responseOf(reply, model));
    },
    unknown: (model) => googleError(404, `models/${model} is not found for API version v1beta.`),
  });
}

export type GoogleErrorOptions = {
  /** Google's RetryInfo detail, such as "7s". */
  retryDelay?: string;
  /** The reason in an ErrorInfo detail, such as API_KEY_INVALID. */
  reason?: string;
  /** The quotaId of a QuotaFailure detail. */
  quotaId?: string;
};

/** An error as Google sends it, with the details asked for. */
export function googleError(
  status: number,
  message: string,
  { retryDelay, reason, quotaId }: GoogleErrorOptions = {},
): WireReply {
  const details = [
    reason !== undefined && { "@type": typeUrl("ErrorInfo"), reason, domain: "googleapis.com" },
    quotaId !== undefined && { "@type": typeUrl("QuotaFailure"), violations: [{ quotaId }] },
    retryDelay !== undefined && { "@type": typeUrl("RetryInfo"), retryDelay },
  ].filter((detail) => detail !== false);
  const error = { code: status, message, status: STATUS_NAMES[status] ?? "UNKNOWN" };
  return { wire: json({ error: details.length > 0 ? { ...error, details } : error }, { status }) };
}

const STATUS_NAMES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const typeUrl = (name: string) => `type.googleapis.com/google.rpc.${name}`;

const partSchema = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({
    inlineData: z.strictObject({
      mimeType: z.string().regex(/^(image\/|application\/pdf$)/),
      data: z.base64(),
    }),
  }),
]);
const parts = z.array(partSchema).min(1);

const requestSchema = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(["user", "model"]), parts })).min(1),
  systemInstruction: z.strictObject({ parts }).optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      maxOutputTokens: z.int().positive().optional(),
      responseMimeType: z.literal("application/json").optional(),
      responseJsonSchema: z.looseObject({ type: z.literal("object") }).optional(),
      thinkingConfig: z
        .union([
          z.strictObject({ thinkingBudget: z.int().min(-1) }),
          z.strictObject({ thinkingLevel: z.enum(["MINIMAL", "LOW", "MEDIUM", "HIGH"]) }),
        ])
        .optional(),
    })
    .optional(),
  tools: z.array(z.strictObject({ google_search: z.strictObject({}) })).optional(),
});

function modelOf({ path }: RecordedRequest): string | undefined {
  const encoded =
    /^\/v1beta\/models\/([^/:?]+):(?:generateContent|streamGenerateContent\?alt=sse)$/.exec(
      path,
    )?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

function acceptRequest(request: RecordedRequest): string | WireReply {
  const model = modelOf(request);
  if (request.method !== "POST" || model === undefined) return googleError(404, "Not found.");
  if (!request.headers["x-goog-api-key"]) {
    return googleError(403, "Method doesn't allow unregistered callers.");
  }
  const parsed = requestSchema.safeParse(request.body);
  return parsed.success
    ? model
    : googleError(400, `Invalid JSON payload received. ${z.prettifyError(parsed.error)}`);
}

/** The chunks of a stream: each is an answer with a piece of the text, and the last one says why it ended. */
function eventsOf(reply: GoogleReply, model: string): StreamedEvent[] {
  if (reply.blocked !== undefined) return [{ data: responseOf(reply, model) }];
  const { candidates, ...common } = responseOf(reply, model) as {
    candidates: { content: { parts?: { text: string; thought?: boolean }[] } }[];
  };
  const chunk = (given: object[]) => ({
    ...common,
    candidates: [{ content: { role: "model", parts: given }, index: 0 }],
  });
  const thoughts = (candidates[0]?.content.parts ?? []).filter((part) => part.thought === true);
  const [candidate] = candidates;
  return [
    ...(thoughts.length > 0 ? [{ data: chunk(thoughts) }] : []),
    ...piecesOf(reply.text).map((text) => ({ data: chunk([{ text }]), isText: true })),
    { data: { ...common, candidates: [{ ...candidate, content: { role: "model", parts: [] } }] } },
  ];
}

function responseOf(reply: GoogleReply, model: string): unknown {
  const { prompt = 10, output = 5, thoughts = 0, search = 0 } = reply.usage ?? {};
  const usageMetadata = {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    ...(search > 0 && { toolUsePromptTokenCount: search }),
    ...(reply.usage?.cached && { cachedContentTokenCount: reply.usage.cached }),
    totalTokenCount: prompt + output + thoughts + search,
  };
  const common = { usageMetadata, modelVersion: reply.model ?? model, responseId: "response-1" };
  if (reply.blocked !== undefined) {
    return { promptFeedback: { blockReason: reply.blocked }, ...common };
  }
  const answerParts = [
    reply.thoughts !== undefined && { text: reply.thoughts, thought: true },
    reply.text !== "" && { text: reply.text },
  ].filter((part) => part !== false);
  const content = { role: "model", ...(answerParts.length > 0 && { parts: answerParts }) };
  const groundingMetadata = reply.sources && {
    webSearchQueries: ["?"],
    groundingChunks: reply.sources.map(({ url, title }) => ({ web: { uri: url, title } })),
  };
  return {
    candidates: [
      {
        content,
        finishReason: reply.finish ?? "STOP",
        index: 0,
        ...(groundingMetadata && { groundingMetadata }),
      },
    ],
    ...common,
  };
}
