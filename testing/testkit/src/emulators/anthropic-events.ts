import { piecesOf, type StreamedEvent } from "./recorder-answers.ts";

export type AnthropicBlock = {
  type: string;
  text?: string;
  thinking?: string;
  citations?: unknown[];
};
export type AnthropicMessage = Record<string, unknown> & {
  content: AnthropicBlock[];
  stop_reason: string;
  usage: Record<string, unknown>;
};

/** The events of a message, each block with its start, its deltas and its stop. */
export function eventsOf(message: AnthropicMessage): StreamedEvent[] {
  const { content, stop_reason, usage } = message;
  const event = (type: string, fields: object = {}, isText = false) => ({
    name: type,
    data: { type, ...fields },
    isText,
  });
  return [
    event("message_start", {
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
    event("ping"),
    ...content.flatMap((block, index) => [
      event("content_block_start", { index, content_block: startOf(block) }),
      ...deltasOf(block).map((delta) =>
        event("content_block_delta", { index, delta }, delta.type === "text_delta"),
      ),
      event("content_block_stop", { index }),
    ]),
    event("message_delta", {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage["output_tokens"] },
    }),
    event("message_stop"),
  ];
}

function startOf(block: AnthropicBlock): AnthropicBlock {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "thinking") return { type: "thinking", thinking: "" };
  return "input" in block ? ({ ...block, input: {} } as AnthropicBlock) : block;
}

function deltasOf(block: AnthropicBlock): ({ type: string } & Record<string, unknown>)[] {
  if (block.type === "text") {
    return [
      ...(block.citations ?? []).map((citation) => ({ type: "citations_delta", citation })),
      ...piecesOf(block.text ?? "").map((text) => ({ type: "text_delta", text })),
    ];
  }
  if (block.type === "thinking") {
    return [
      { type: "thinking_delta", thinking: block.thinking },
      { type: "signature_delta", signature: "signature" },
    ];
  }
  if (!("input" in block)) return [];
  return piecesOf(JSON.stringify(block.input)).map((piece) => ({
    type: "input_json_delta",
    partial_json: piece,
  }));
}
