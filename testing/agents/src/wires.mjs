/**
 * Four ways in which agents ask a model and get its answer. Each reads a request and writes a streamed answer.
 * @typedef {{ full: string, name: string, namespace?: string }} OfferedTool
 * @typedef {{ tool: OfferedTool, args: object, id: string }} ModelCall
 * @typedef {{ text: string, calls: ModelCall[] }} ModelAnswer
 * @typedef {{ path: RegExp, tools(body: any): OfferedTool[], results(body: any): string[], seen(body: any): string, stream(answer: ModelAnswer): unknown[], done?: string }} Wire
 */

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
const plain = (/** @type {string} */ full) => ({ full, name: full });
/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** @type {Wire} */
const anthropic = {
  path: /\/v1\/messages/,
  tools: ({ tools = [] }) => tools.map((/** @type {any} */ tool) => plain(tool.name)),
  results: ({ messages }) =>
    messages
      .flatMap((/** @type {any} */ { content }) => (Array.isArray(content) ? content : []))
      .filter((/** @type {any} */ { type }) => type === "tool_result")
      .map((/** @type {any} */ { content }) => textOf(content)),
  seen: ({ system, messages }) => JSON.stringify([system, messages]),
  stream({ text, calls }) {
    const blocks = [
      ...(text === ""
        ? []
        : [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]),
      ...calls.map(({ tool, args, id }) => ({
        start: { type: "tool_use", id, name: tool.full, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(args) },
      })),
    ];
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "scripted",
      content: [],
      usage,
    };
    return [
      { type: "message_start", message },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: "content_block_start", index, content_block: start },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ]),
      {
        type: "message_delta",
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn" },
        usage,
      },
      { type: "message_stop" },
    ];
  },
};

/** @type {Wire} */
const responses = {
  path: /\/v1\/responses/,
  tools: ({ tools = [] }) =>
    tools.flatMap((/** @type {any} */ { type, name, tools: own }) =>
      type === "namespace"
        ? own.map((/** @type {any} */ tool) => ({
            full: `${name}__${tool.name}`,
            name: tool.name,
            namespace: name,
          }))
        : [plain(name ?? type)],
    ),
  results: ({ input }) =>
    input
      .filter((/** @type {any} */ { type }) => type === "function_call_output")
      .map((/** @type {any} */ { output }) => textOf(output)),
  seen: ({ instructions, input }) => JSON.stringify([instructions, input]),
  stream({ text, calls }) {
    const items = [
      ...calls.map(({ tool: { name, namespace }, args, id }) => ({
        type: "function_call",
        id: `fc_${id}`,
        call_id: id,
        name,
        ...(namespace && { namespace }),
        arguments: JSON.stringify(args),
      })),
      ...(text === ""
        ? []
        : [
            {
              type: "message",
              id: "msg_1",
              role: "assistant",
              content: [{ type: "output_text", text }],
            },
          ]),
    ];
    const response = {
      id: "resp_1",
      object: "response",
      status: "completed",
      output: items,
      usage,
    };
    return [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      ...items.flatMap((item, index) => [
        { type: "response.output_item.added", output_index: index, item },
        { type: "response.output_item.done", output_index: index, item },
      ]),
      { type: "response.completed", response },
    ];
  },
};

/** @type {Wire} */
const gemini = {
  path: /:(?:generateContent|streamGenerateContent)/,
  tools: ({ tools = [] }) =>
    tools
      .flatMap((/** @type {any} */ { functionDeclarations = [] }) => functionDeclarations)
      .map((/** @type {any} */ tool) => plain(tool.name)),
  results: ({ contents }) =>
    contents
      .flatMap((/** @type {any} */ { parts }) => parts)
      .filter((/** @type {any} */ { functionResponse }) => functionResponse)
      .map((/** @type {any} */ { functionResponse }) => textOf(functionResponse.response)),
  seen: ({ systemInstruction, contents }) => JSON.stringify([systemInstruction, contents]),
  stream({ text, calls }) {
    const parts = [
      ...(text === "" ? [] : [{ text }]),
      ...calls.map(({ tool, args, id }) => ({ functionCall: { id, name: tool.full, args } })),
    ];
    const candidate = { content: { role: "model", parts }, finishReason: "STOP", index: 0 };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    return [{ candidates: [candidate], usageMetadata }];
  },
};

/** @type {Wire} */
const chat = {
  path: /\/v1\/chat\/completions/,
  tools: ({ tools = [] }) => tools.map((/** @type {any} */ tool) => plain(tool.function.name)),
  results: ({ messages }) =>
    messages
      .filter((/** @type {any} */ { role }) => role === "tool")
      .map((/** @type {any} */ { content }) => textOf(content)),
  seen: ({ messages }) => JSON.stringify(messages),
  stream({ text, calls }) {
    const chunk = (/** @type {object} */ delta, /** @type {string | null} */ reason = null) => ({
      id: "chat_1",
      object: "chat.completion.chunk",
      model: "scripted",
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const tools = calls.map(({ tool, args, id }, index) => ({
      index,
      id,
      type: "function",
      function: { name: tool.full, arguments: JSON.stringify(args) },
    }));
    return [
      chunk({ role: "assistant", content: text }),
      ...(tools.length > 0 ? [chunk({ tool_calls: tools })] : []),
      chunk({}, tools.length > 0 ? "tool_calls" : "stop"),
    ];
  },
  done: "[DONE]",
};

export const wires = [anthropic, responses, gemini, chat];
