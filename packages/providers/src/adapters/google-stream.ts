import * as z from "zod";
import type { StreamAssembly } from "../event-stream.ts";
import { HttpFailure } from "../http-failure.ts";

const partSchema = z.looseObject({
  text: z.string().optional().catch(undefined),
  thought: z.boolean().optional().catch(undefined),
});

const chunkSchema = z.looseObject({
  error: z
    .looseObject({ code: z.number().catch(500) })
    .optional()
    .catch(undefined),
  modelVersion: z.string().optional().catch(undefined),
  promptFeedback: z.looseObject({}).optional().catch(undefined),
  usageMetadata: z.looseObject({}).optional().catch(undefined),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional().catch(undefined),
        groundingMetadata: z.looseObject({}).optional().catch(undefined),
        content: z
          .looseObject({ parts: z.array(partSchema).catch([]) })
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
});

/** The chunks of streamGenerateContent, put together into the answer of generateContent. */
export function assembleContent(): StreamAssembly {
  const parts: z.infer<typeof partSchema>[] = [];
  let finishReason: string | undefined;
  let groundingMetadata: Record<string, unknown> | undefined;
  let top: Record<string, unknown> = {};
  let isBlocked = false;
  return {
    take(event) {
      const chunk = chunkSchema.parse(event);
      if (chunk.error !== undefined) {
        throw new HttpFailure("http", "the stream reports an error", {
          status: chunk.error.code,
          bodyText: JSON.stringify(event),
        });
      }
      const { modelVersion, promptFeedback, usageMetadata, candidates } = chunk;
      top = {
        ...top,
        ...(modelVersion !== undefined && { modelVersion }),
        ...(promptFeedback !== undefined && { promptFeedback }),
        ...(usageMetadata !== undefined && { usageMetadata }),
      };
      isBlocked ||= promptFeedback?.["blockReason"] !== undefined;
      const [candidate] = candidates;
      finishReason = candidate?.finishReason ?? finishReason;
      groundingMetadata = candidate?.groundingMetadata ?? groundingMetadata;
      const added = candidate?.content?.parts ?? [];
      parts.push(...added);
      return added.map((part) => (part.thought === true ? "" : (part.text ?? ""))).join("");
    },
    body() {
      if (finishReason === undefined && !isBlocked) return undefined;
      const candidate = {
        content: { role: "model", parts },
        ...(finishReason !== undefined && { finishReason }),
        ...(groundingMetadata !== undefined && { groundingMetadata }),
      };
      return { ...top, candidates: isBlocked ? [] : [candidate] };
    },
  };
}
