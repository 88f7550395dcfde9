import * as z from "zod";
import type { StreamAssembly } from "../event-stream.ts";
import { HttpFailure } from "../http-failure.ts";

const eventSchema = z.looseObject({
  type: z.string().catch(""),
  delta: z.string().optional().catch(undefined),
  response: z.unknown().optional(),
  code: z.string().nullish().catch(undefined),
});

const ENDS = new Set(["response.completed", "response.incomplete", "response.failed"]);
const STATUS: Record<string, number> = { rate_limit_exceeded: 429, invalid_prompt: 400 };

/** The events of POST /responses: the last one has the whole response. */
export function assembleResponse(): StreamAssembly {
  let response: unknown;
  return {
    take(event) {
      const { type, delta, response: whole, code } = eventSchema.parse(event);
      if (type === "error") {
        throw new HttpFailure("http", "the stream reports an error", {
          status: STATUS[code ?? ""] ?? 500,
          bodyText: JSON.stringify(event),
        });
      }
      if (ENDS.has(type)) response = whole;
      return type === "response.output_text.delta" ? (delta ?? "") : "";
    },
    body: () => response,
  };
}
