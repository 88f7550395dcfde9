import { type StreamedEvent, type StreamFault, piecesOf } from "./recorder-answers.ts";

export type OpenAiReply = {
  text: string;
  /** The stream breaks off; without streaming it has no effect. */
  fault?: StreamFault;
  /** A refusal by the model, which stands in place of a text. */
  refusal?: string;
  /** Why the answer is not complete: max_output_tokens or content_filter. */
  incomplete?: string;
  /** The response was accepted and then failed with this code. */
  failed?: string;
  usage?: { input?: number; output?: number; cached?: number };
  /** Pages that a web search found. */
  sources?: { url: string; title?: string }[];
  model?: string;
};

/** The body that answers POST /responses. */
export function responsesBody(reply: OpenAiReply, model: string): unknown {
  const { input = 11, output = 7 } = reply.usage ?? {};
  const annotations = (reply.sources ?? []).map((page) => ({
    type: "url_citation",
    start_index: 0,
    end_index: 1,
    ...page,
  }));
  const content = [
    reply.text !== "" && { type: "output_text", text: reply.text, annotations },
    reply.refusal !== undefined && { type: "refusal", refusal: reply.refusal },
  ].filter((part) => part !== false);
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_760_000_000,
    status: statusOf(reply),
    error: reply.failed === undefined ? null : { code: reply.failed, message: "It failed." },
    incomplete_details: reply.incomplete === undefined ? null : { reason: reply.incomplete },
    model: reply.model ?? model,
    output: [
      { id: "rs_1", type: "reasoning", summary: [] },
      ...(reply.sources === undefined
        ? []
        : [{ id: "ws_1", type: "web_search_call", status: "completed" }]),
      ...(content.length > 0
        ? [{ id: "msg_1", type: "message", status: "completed", role: "assistant", content }]
        : []),
    ],
    store: false,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: reply.usage?.cached ?? 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

/** The events that answer POST /responses with `stream`. */
export function responsesEvents(reply: OpenAiReply, model: string): StreamedEvent[] {
  const whole = responsesBody(reply, model);
  const event = (type: string, fields: object, isText = false) => ({
    name: type,
    data: { type, sequence_number: 0, ...fields },
    isText,
  });
  const place = { item_id: "msg_1", output_index: 1, content_index: 0 };
  return [
    event("response.created", { response: { id: "resp_1", status: "in_progress", output: [] } }),
    ...piecesOf(reply.text).map((delta) =>
      event("response.output_text.delta", { ...place, delta, logprobs: [] }, true),
    ),
    event("response.output_text.done", { ...place, text: reply.text }),
    event(`response.${statusOf(reply)}`, { response: whole }),
  ];
}

/** The chunks that answer POST /chat/completions with `stream`. */
export function chatEvents(reply: OpenAiReply, model: string): StreamedEvent[] {
  const { choices, usage, ...common } = chatBody(reply, model) as {
    choices: { message: { annotations?: unknown[] }; finish_reason: string }[];
    usage: object;
  };
  const [choice] = choices;
  const chunk = (delta: object, finish: string | null = null, isText = false) => ({
    data: {
      ...common,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish }],
      usage: null,
    },
    isText,
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...piecesOf(reply.text).map((content) => chunk({ content }, null, true)),
    ...(reply.refusal === undefined ? [] : [chunk({ refusal: reply.refusal })]),
    ...(choice?.message.annotations === undefined
      ? []
      : [chunk({ annotations: choice.message.annotations })]),
    chunk({}, choice?.finish_reason),
    { data: { ...common, object: "chat.completion.chunk", choices: [], usage } },
  ];
}

/** The body that answers POST /chat/completions. */
export function chatBody(reply: OpenAiReply, model: string): unknown {
  const { input = 11, output = 7 } = reply.usage ?? {};
  const reasons: Record<string, string> = {
    max_output_tokens: "length",
    content_filter: "content_filter",
  };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_760_000_000,
    model: reply.model ?? model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.text === "" ? null : reply.text,
          refusal: reply.refusal ?? null,
          ...(reply.sources !== undefined && {
            annotations: reply.sources.map((page) => ({
              type: "url_citation",
              url_citation: page,
            })),
          }),
        },
        finish_reason: reasons[reply.incomplete ?? ""] ?? "stop",
      },
    ],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: reply.usage?.cached ?? 0 },
    },
  };
}

function statusOf({ failed, incomplete }: OpenAiReply): string {
  if (failed !== undefined) return "failed";
  return incomplete === undefined ? "completed" : "incomplete";
}
