import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange, type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import type {
  ImagePart,
  Message,
  ModelProvider,
  ModelRequest,
  TextPart,
} from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import { vendorAccess } from "./vendor-access.ts";

/**
 * The pipes of Langbase; the `model` of a request is the pipe's name.
 * Does not use the `langbase` package: it has no timeout, cannot be aborted, and on an error that is not JSON reads the body
 * twice and loses the status.
 */
export function createLangbaseProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry } = settings;
  return {
    name: settings.name ?? "langbase",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("langbase", settings);
      const { model } = request;
      const entry = registry.find("langbase", model);
      const body = langbaseRequest(request);
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const answer = await exchange({
          url: urlOf("/v1/pipes/run"),
          headers: { authorization: `Bearer ${apiKey}` },
          body,
          signal,
        });
        return finishAnswer(langbaseAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}

/**
 * The body of POST /v1/pipes/run. The pipe itself determines model, temperature, effort and limits, so
 * those of the request are left out.
 */
function langbaseRequest(request: ModelRequest): Record<string, unknown> {
  const { model: name, system, threadId } = request;
  return {
    name,
    messages: [
      ...(system ? [{ role: "system", content: system }] : []),
      ...request.messages.map(messageOf),
    ],
    stream: false,
    ...(threadId !== undefined && { threadId }),
  };
}

function messageOf({ role, content }: Message) {
  return { role, content: typeof content === "string" ? content : content.map(partOf) };
}

function partOf(part: TextPart | ImagePart) {
  return part.type === "text"
    ? part
    : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.base64}` } };
}

const count = z.number().nonnegative().catch(0);

const detailsSchema = z.looseObject({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(z.looseObject({ finish_reason: z.string().nullish().catch(undefined) }))
    .catch([]),
  usage: z
    .looseObject({ prompt_tokens: count, completion_tokens: count })
    .optional()
    .catch(undefined),
});

const langbaseSchema = z.looseObject({
  completion: z.string().nullable(),
  raw: detailsSchema.optional().catch(undefined),
});

/** Reads the answer of POST /v1/pipes/run, which always has `completion` and nothing else for certain. */
function langbaseAnswer(answer: ExchangeAnswer): RawAnswer {
  const body = readAnswer(langbaseSchema, answer);
  const { model, choices, usage } = body.raw ?? detailsSchema.parse(body);
  const reason = choices[0]?.finish_reason ?? "stop";
  const threadId = answer.headers["lb-thread-id"];
  return {
    text: body.completion ?? "",
    refused: reason === "content_filter",
    finish: reason === "stop" || reason === "length" ? reason : "other",
    model,
    usage: usageOf(usage?.prompt_tokens, usage?.completion_tokens),
    ...(typeof threadId === "string" && threadId !== "" && { threadId }),
  };
}
