import { json } from "./recorder-answers.ts";
import type { WireReply } from "./scripted-emulator.ts";

/** An error as Langbase sends it. */
export function langbaseError(
  status: number,
  message: string,
  options: { code?: string; retryAfter?: string } = {},
): WireReply {
  const { retryAfter, code = ERROR_CODES[status] ?? "INTERNAL_SERVER_ERROR" } = options;
  const docs = `https://langbase.com/docs/api-reference/errors/${code.toLowerCase()}`;
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return {
    wire: json({ success: false, error: { code, status, message, docs } }, { status, headers }),
  };
}

const ERROR_CODES: Record<number, string> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "RATE_LIMITED",
};
