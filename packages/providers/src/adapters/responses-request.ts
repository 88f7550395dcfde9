import type { Responses } from "openai/resources/responses/responses";
import type { ModelEntry } from "../model-entry.ts";
import type { Message, ModelRequest } from "../model-provider.ts";
import { nearestEffort } from "../nearest-effort.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";

export type ResponsesDialect = {
  provider: string;
  entry: ModelEntry | undefined;
  /** xAI refuses `instructions`: there the system text is the first input item. */
  systemAs: "instructions" | "input";
  sendsTemperatureToUnlisted: boolean;
};

/** OpenAI refuses a lower limit. */
const FEWEST_OUTPUT_TOKENS = 16;

/** The body of POST /responses, with nothing kept on the vendor's side. */
export function responsesRequest(
  request: ModelRequest,
  { provider, entry, systemAs, sendsTemperatureToUnlisted }: ResponsesDialect,
): Responses.ResponseCreateParamsNonStreaming {
  const searches = wantsWebSearch(provider, entry, request);
  const effort = nearestEffort(entry, request.effort);
  const temperature = acceptedTemperature(entry, request, {
    whenUnlisted: sendsTemperatureToUnlisted,
  });
  const outputTokens = acceptedOutputTokens(entry, request);
  const { system } = request;
  return {
    model: request.model,
    store: false,
    ...(system !== undefined && systemAs === "instructions" && { instructions: system }),
    input: [
      ...(system !== undefined && systemAs === "input"
        ? [{ role: "system" as const, content: system }]
        : []),
      ...request.messages.map(inputItem),
    ],
    // OpenAI has no web search at minimal effort.
    ...(effort !== undefined && {
      reasoning: { effort: searches && effort === "minimal" ? "low" : effort },
    }),
    ...(temperature !== undefined && { temperature }),
    ...(outputTokens !== undefined && {
      max_output_tokens: Math.max(outputTokens, FEWEST_OUTPUT_TOKENS),
    }),
    ...(searches && { tools: [{ type: "web_search" }] }),
  };
}

function inputItem({ role, content }: Message): Responses.EasyInputMessage {
  if (typeof content === "string") return { role, content };
  if (role === "assistant") {
    const texts = content.map((part) => (part.type === "text" ? part.text : ""));
    return { role, content: texts.join("") };
  }
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? { type: "input_text", text: part.text }
        : {
            type: "input_image",
            detail: "auto",
            image_url: `data:${part.mimeType};base64,${part.base64}`,
          },
    ),
  };
}
