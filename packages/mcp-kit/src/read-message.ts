import type { RequestId } from "@modelcontextprotocol/server";
import {
  type CheckedMessage,
  checkMessage,
  idOf,
  INVALID_REQUEST,
  isResponse,
  PARSE_ERROR,
  refuse,
} from "./check-message.ts";
import type { Line } from "./line-splitter.ts";
import { parseJson } from "./parse-json.ts";

type LineRules = {
  maxLineBytes: number;
  /** Only the revisions up to 2025-03-26 know batches. */
  batches: boolean;
};

const NO_BATCHES = "Batches are not supported. Send each message on a line of its own.";

/** Reads one line as JSON-RPC, or says in JSON-RPC why it cannot be. Only a batch is more than one message. */
export function readMessages(line: Line, { maxLineBytes, batches }: LineRules): CheckedMessage[] {
  if (line.kind === "overlong")
    return [
      refuse(
        idOfOverlong(line.head.toString(), line.tail.toString()),
        INVALID_REQUEST,
        `The message is longer than the limit of ${maxLineBytes} bytes. Send less, or in parts.`,
      ),
    ];
  const json = parseJson(line.bytes);
  if (json === undefined) return [refuse(null, PARSE_ERROR, "The line is not JSON.")];
  const { value } = json;
  if (!Array.isArray(value)) return [checkMessage(value)];
  return batches && value.length > 0 ? value.map(checkMessage) : refuseBatch(value);
}

/** Each request of a batch gets its refusal, so that none is waited for. */
function refuseBatch(batch: readonly unknown[]): CheckedMessage[] {
  const ids = batch.filter((one) => !isResponse(one)).map(idOf);
  const known = [...new Set(ids)].filter((id) => id !== null);
  return (known.length > 0 ? known : [null]).map((id) => refuse(id, INVALID_REQUEST, NO_BATCHES));
}

/** Clients write the id first or last, so the two ends of an over-long line nearly always show it. */
function idOfOverlong(head: string, tail: string): RequestId | null {
  const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
  const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
  const found =
    new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`).exec(head)?.[1] ??
    new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`).exec(tail)?.[1];
  return found === undefined ? null : idOf({ id: parseJson(Buffer.from(found))?.value });
}
