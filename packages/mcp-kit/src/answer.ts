import type { CallToolResult } from "@modelcontextprotocol/server";

/** The answer to a call: an object for the SDK, JSON for whoever writes lines himself. */
export type Answer = { toResult(): CallToolResult; toJson(): string };

export function answerWith(result: CallToolResult): Answer {
  return { toResult: () => result, toJson: () => JSON.stringify(result) };
}

/** An answer whose text is the JSON of its structured content: built once, written twice. */
export function answerWithJson(
  text: string,
  structured: () => Record<string, unknown> = () => JSON.parse(text) as Record<string, unknown>,
): Answer {
  return {
    toResult: () => ({ content: [{ type: "text", text }], structuredContent: structured() }),
    toJson: () =>
      `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`,
  };
}
