import * as z from "zod";
import type { StreamAssembly } from "../event-stream.ts";
import { HttpFailure } from "../http-failure.ts";
import { isFields } from "../vendor-error.ts";

const eventSchema = z.looseObject({
  type: z.string().catch(""),
  index: z.number().catch(0),
  message: z
    .looseObject({ usage: z.looseObject({}).catch({}) })
    .optional()
    .catch(undefined),
  content_block: z.looseObject({}).optional().catch(undefined),
  delta: z
    .looseObject({ type: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  usage: z.looseObject({}).optional().catch(undefined),
  error: z
    .looseObject({ type: z.string().catch("") })
    .optional()
    .catch(undefined),
});

const STATUS: Record<string, number> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  timeout_error: 504,
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
};

type Block = Record<string, unknown>;

/** The events of POST /v1/messages, put together into the message that Anthropic sends without streaming. */
export function assembleMessage(): StreamAssembly {
  let message: Record<string, unknown> = {};
  let usage: Record<string, unknown> = {};
  const blocks: Block[] = [];
  const inputs = new Map<Block, string>();
  let isComplete = false;
  return {
    take(raw) {
      const event = eventSchema.parse(raw);
      const block = blocks[event.index];
      switch (event.type) {
        case "error":
          throw new HttpFailure("http", "the stream reports an error", {
            status: STATUS[event.error?.type ?? ""] ?? 500,
            bodyText: JSON.stringify(raw),
          });
        case "message_start":
          message = event.message ?? {};
          usage = event.message?.usage ?? {};
          return "";
        case "content_block_start":
          blocks[event.index] = { ...event.content_block };
          return stringOf(event.content_block?.["text"]);
        case "content_block_delta":
          return block === undefined ? "" : addDelta(block, event.delta ?? {}, inputs);
        case "content_block_stop":
          finishInput(block, inputs);
          return "";
        case "message_delta":
          message = { ...message, ...event.delta };
          usage = { ...usage, ...event.usage };
          return "";
        case "message_stop":
          isComplete = true;
          return "";
        default:
          return "";
      }
    },
    body: () => (isComplete ? { ...message, content: blocks.filter(isFields), usage } : undefined),
  };
}

/** Adds a delta to its block and returns the text that it adds to the answer. */
function addDelta(block: Block, delta: Block, inputs: Map<Block, string>): string {
  switch (delta["type"]) {
    case "text_delta": {
      const text = stringOf(delta["text"]);
      block["text"] = stringOf(block["text"]) + text;
      return text;
    }
    case "thinking_delta":
      block["thinking"] = stringOf(block["thinking"]) + stringOf(delta["thinking"]);
      return "";
    case "signature_delta":
      block["signature"] = stringOf(delta["signature"]);
      return "";
    case "citations_delta": {
      const citations = Array.isArray(block["citations"]) ? block["citations"] : [];
      block["citations"] = [...citations, delta["citation"]];
      return "";
    }
    case "input_json_delta":
      inputs.set(block, (inputs.get(block) ?? "") + stringOf(delta["partial_json"]));
      return "";
    default:
      return "";
  }
}

/** The input of a tool comes as pieces of JSON, and is sent back whole when a paused turn continues. */
function finishInput(block: Block | undefined, inputs: Map<Block, string>): void {
  const text = block === undefined ? undefined : inputs.get(block);
  if (block === undefined || text === undefined) return;
  try {
    block["input"] = JSON.parse(text === "" ? "{}" : text);
  } catch (cause) {
    throw new HttpFailure("garbage", "the stream has a tool input that is not JSON", { cause });
  }
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
