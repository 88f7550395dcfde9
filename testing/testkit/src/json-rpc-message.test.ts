import { expect, test } from "vitest";
import { parseJsonRpcMessage } from "./json-rpc-message.ts";
import { splitLines } from "./split-lines.ts";

test.each([
  { jsonrpc: "2.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: "a", result: {} },
  { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
])("%j is a message", (message) => {
  expect(parseJsonRpcMessage(JSON.stringify(message))).toEqual(message);
});

test.each(["", "hello", "[]", "null", "1", "{}"])("%j is none", (line) => {
  expect(parseJsonRpcMessage(line)).toBeUndefined();
});

test.each([
  { jsonrpc: "1.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: 1 },
  { jsonrpc: "2.0", result: {} },
  { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "both" } },
])("%j is none", (message) => {
  expect(parseJsonRpcMessage(JSON.stringify(message))).toBeUndefined();
});

test("lines come out whole wherever the chunks are cut", () => {
  const bytes = Buffer.from("één\n\ntwo words\nrest");
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const lines: string[] = [];
    const splitter = splitLines((line) => lines.push(line));
    splitter.push(bytes.subarray(0, cut));
    splitter.push(bytes.subarray(cut));
    expect([lines, splitter.rest()]).toEqual([["één", "", "two words"], "rest"]);
  }
});
