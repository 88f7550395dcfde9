import { markInvisibleInJson, markInvisibleInside } from "@faculties/errors";
import type { CallToolResult } from "@modelcontextprotocol/server";

/** The answer to a call: an object for the SDK, JSON for a transport that writes lines itself. Models read it, so that invisible characters are marked. */
export type Answer = { toResult(): CallToolResult; toJson(): string };

export function answerWith(result: CallToolResult): Answer {
  return {
    toResult: () => markInvisibleInside(result),
    toJson: () => markInvisibleInJson(JSON.stringify(result)),
  };
}

/** An answer whose text is the JSON of its structured content: built once, written twice. */
export function answerWithJson(
  json: string,
  structured: () => Record<string, unknown> = () => JSON.parse(json) as Record<string, unknown>,
): Answer {
  const text = markInvisibleInJson(json);
  const read = () => (text === json ? structured() : (JSON.parse(text) as Record<string, unknown>));
  return {
    toResult: () => ({ content: [{ type: "text", text }], structuredContent: read() }),
    toJson: () =>
      `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`,
  };
}
